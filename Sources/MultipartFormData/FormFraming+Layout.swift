import BodyStreaming

extension FormFraming {
    /// Lays out the parts one behind the other. Pure: it does no input or output.
    ///
    /// - Parameter normalizesLineBreaks: Whether the line breaks of texts become CRLF.
    /// - Returns: The bytes of all parts and of the close delimiter.
    /// - Throws: A ``MultipartError`` that names the first bad part.
    func layout(normalizesLineBreaks: Bool) throws(MultipartError) -> MultipartLayout {
        var body = Body()
        var partIndex = 0
        for (index, item) in items.enumerated() {
            switch item {
            case .fields(let run):
                try run.validateNames(startIndex: partIndex)
                let bytes = TextFieldBytes(
                    original: run,
                    run: run.encoded(dialect: dialect, normalizesLineBreaks: normalizesLineBreaks),
                    framing: self,
                    isFirst: index == 0
                )
                try append(Body(bytes), ofPart: partIndex, to: &body)
                partIndex += run.count
            case .packed(let run):
                let segments = try PackedPartSegments(
                    run,
                    framing: self,
                    normalizesLineBreaks: normalizesLineBreaks,
                    startIndex: partIndex,
                    maximumByteCount: .max - (body.length ?? 0)
                )
                try append(Body(lazy: segments), ofPart: partIndex, to: &body)
                partIndex += run.count
            case .part(let part):
                try part.validate(index: partIndex, as: disposition)
                let header = PartFraming(of: part, at: index, in: self)
                try append(Body(header), ofPart: partIndex, to: &body)
                let content = part.content(normalizesLineBreaks: normalizesLineBreaks)
                try append(content, ofPart: partIndex, to: &body)
                partIndex += 1
            }
        }
        try append(Body(CloseDelimiter(in: self)), ofPart: max(partIndex - 1, 0), to: &body)
        return MultipartLayout(body: body)
    }

    private func append(
        _ other: Body,
        ofPart index: Int,
        to body: inout Body
    ) throws(MultipartError) {
        do {
            try body.append(other)
        } catch {
            throw .lengthOverflow(part: index)
        }
    }
}

extension MultipartPart {
    /// The content as it stands on the wire.
    func content(normalizesLineBreaks: Bool) -> Body {
        if normalizesLineBreaks, filename == nil, case .text(let bytes) = storedContent {
            Body(LineBreaks.normalized(bytes))
        } else {
            content
        }
    }
}
