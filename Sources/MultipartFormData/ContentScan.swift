import BodyStreaming

/// A pass over the contents of a form's parts that looks for the form's delimiter.
struct ContentScan {
    /// What was read so far.
    private(set) var proof = BoundaryProof()

    /// A search at the start of a content.
    private let freshSearch: DelimiterSearch

    private var partIndex = 0

    init(boundary: Boundary) {
        freshSearch = DelimiterSearch(boundary: boundary)
    }

    /// - Throws: ``MultipartError/delimiterInContent(name:part:path:offset:)``.
    mutating func take(
        _ run: TextFieldRun,
        normalizesLineBreaks: Bool
    ) throws(MultipartError) {
        let sent = run.encoded(dialect: .whatwg, normalizesLineBreaks: normalizesLineBreaks)
        for (index, field) in sent.fields().enumerated() {
            var search = freshSearch
            if let offset = search.next(sent.bytes.span.extracting(field.value)) {
                throw .delimiterInContent(
                    name: run.name(of: run.field(at: index)),
                    part: partIndex,
                    path: nil,
                    offset: offset
                )
            }
            proof.scannedByteCount += Int64(field.value.count)
            partIndex += 1
        }
    }

    /// - Throws: ``MultipartError/delimiterInContent(name:part:path:offset:)``, or
    ///   ``MultipartError/content(name:part:cause:)`` if the content can't be read.
    mutating func take(
        _ part: MultipartPart,
        normalizesLineBreaks: Bool
    ) async throws(MultipartError) {
        let content = part.content(normalizesLineBreaks: normalizesLineBreaks)
        if content.replayability == .always {
            if let offset = try await firstDelimiter(in: content, of: part) {
                throw .delimiterInContent(
                    name: part.name,
                    part: partIndex,
                    path: content.filePath(at: offset),
                    offset: offset
                )
            }
        } else {
            proof.unscannedParts.append(partIndex)
        }
        partIndex += 1
    }

    private mutating func firstDelimiter(
        in content: Body,
        of part: MultipartPart
    ) async throws(MultipartError) -> Int64? {
        var search = freshSearch
        do {
            for try await chunk in content.chunks() {
                proof.scannedByteCount += Int64(chunk.count)
                if let offset = search.next(chunk.span) { return offset }
            }
            return nil
        } catch {
            throw .content(name: part.name, part: partIndex, cause: error)
        }
    }
}

extension Body {
    /// The path of the file that the byte at `offset` comes from, if it comes from one.
    fileprivate func filePath(at offset: Int64) -> LocalPath? {
        guard let index = segmentIndex(at: offset), case .file(let region) = segments[index] else {
            return nil
        }
        return region.path
    }
}
