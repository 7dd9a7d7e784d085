/// Collects the bytes of a part's header until its empty line has come.
struct PartHeaderBuffer: Sendable {
    /// Where the header begins, as an offset in the whole body.
    private(set) var offset: Int64 = 0

    private var bytes: [UInt8] = []
    private var lineStart = 0

    /// Begins a header at `offset`.
    mutating func removeAll(at offset: Int64) {
        self.offset = offset
        bytes.removeAll(keepingCapacity: true)
        lineStart = 0
    }

    /// Takes bytes of `input` from `position` on.
    ///
    /// - Returns: Whether the header is whole; if it isn't, all of `input` was taken.
    mutating func append(
        _ input: Span<UInt8>,
        from position: inout Int,
        part: Int,
        options: MultipartParserOptions
    ) throws(MultipartParserError) -> Bool {
        while position < input.count {
            guard bytes.count < options.maximumHeaderByteCount else {
                throw .headerTooLarge(
                    limit: options.maximumHeaderByteCount,
                    part: part,
                    offset: offset
                )
            }
            let byte = input[position]
            position += 1
            bytes.append(byte)
            guard byte == UInt8(ascii: "\n") else { continue }
            var line = bytes[lineStart..<bytes.count - 1]
            if line.last == UInt8(ascii: "\r") {
                line.removeLast()
            } else if !options.acceptsBareLineFeeds {
                throw .malformedHeader(part: part, offset: offset + Int64(bytes.count - 1))
            }
            lineStart = bytes.count
            if line.isEmpty { return true }
        }
        return false
    }

    /// Reads the header, which is whole.
    func headers(
        part: Int,
        options: MultipartParserOptions
    ) throws(MultipartParserError) -> PartHeaders {
        let fields: [PartHeaders.Field]
        do throws(PartHeaderReader.SyntaxError) {
            fields = try PartHeaderReader.fields(of: bytes)
        } catch {
            throw .malformedHeader(part: part, offset: offset + Int64(error.offset))
        }
        let disposition = try disposition(in: fields, part: part, options: options)
        let names = [disposition?.name, disposition?.filename]
        for case let name? in names where name.utf8.count > options.maximumNameByteCount {
            let limit = options.maximumNameByteCount
            throw .nameTooLong(limit: limit, part: part, offset: offset)
        }
        return PartHeaders(
            index: part,
            fields: fields,
            name: disposition?.name,
            filename: disposition?.filename,
            contentOffset: offset + Int64(bytes.count)
        )
    }

    private func disposition(
        in fields: [PartHeaders.Field],
        part: Int,
        options: MultipartParserOptions
    ) throws(MultipartParserError) -> ParsedDisposition? {
        let values = fields.filter { $0.name.lowercased() == "content-disposition" }
        guard let value = values.first?.value else {
            guard options.requiresNames else { return nil }
            throw .missingContentDisposition(part: part, offset: offset)
        }
        do throws(ContentDispositionFault) {
            guard values.count == 1 else { throw .duplicateField }
            let disposition = try ParsedDisposition(value, escapes: options.escapes)
            if options.requiresNames { _ = try disposition.formFieldName() }
            return disposition
        } catch {
            throw .contentDisposition(error, part: part, offset: offset)
        }
    }
}
