import MultipartFormData

/// The head of an HTTP/1.1 request.
///
/// What two readers could take for different requests is refused, not repaired.
///
/// Source: [RFC 9112](https://www.rfc-editor.org/rfc/rfc9112).
package struct RequestHead {
    /// How the end of the body is found.
    package enum Framing: Equatable {
        /// The body has so many bytes.
        case length(Int64)
        /// The body comes in chunks.
        case chunked
    }

    /// The method, a token.
    package let method: String

    /// What the request is for, as it was written.
    package let target: String

    /// Whether the request is one of HTTP/1.0.
    package let isVersion1_0: Bool

    /// The header fields in order, without the spaces around their values.
    package private(set) var fields: [(name: String, value: String)] = []

    /// How the end of the body is found.
    package private(set) var framing = Framing.length(0)

    /// Reads `bytes`, which end with the empty line.
    package init(_ bytes: ArraySlice<UInt8>) throws(RequestFault) {
        var lines = try Self.lines(of: bytes)
        let words = lines.removeFirst().split(
            separator: UInt8(ascii: " "),
            omittingEmptySubsequences: false
        )
        guard words.count == 3, !words[0].isEmpty, words[0].allSatisfy(FieldSyntax.isTokenByte),
            !words[1].isEmpty, words[1].allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw RequestFault(400, "the request line can't be read") }
        method = String(decoding: words[0], as: UTF8.self)
        target = String(decoding: words[1], as: UTF8.self)
        switch String(decoding: words[2], as: UTF8.self) {
        case "HTTP/1.1": isVersion1_0 = false
        case "HTTP/1.0": isVersion1_0 = true
        default: throw RequestFault(505, "only HTTP/1.1 and HTTP/1.0 are spoken here")
        }
        for line in lines { fields.append(try Self.field(line)) }
        guard isVersion1_0 || values("host").count == 1 else {
            throw RequestFault(400, "a request needs one Host field")
        }
        framing = try bodyFraming()
    }

    /// The values of all fields called `name`, which is in lower case.
    package func values(_ name: String) -> [String] {
        fields.filter { $0.name.lowercased() == name }.map(\.value)
    }

    /// The elements of the lists in all fields called `name`, in lower case.
    func elements(_ name: String) -> [String] {
        values(name).flatMap { $0.split(separator: ",") }.map { element in
            let bytes = Array(element.utf8)
            return String(decoding: FieldSyntax.trimmed(bytes[...]), as: UTF8.self).lowercased()
        }.filter { !$0.isEmpty }
    }

    /// Whether the connection may carry another request.
    package var keepsAlive: Bool {
        let options = elements("connection")
        return isVersion1_0 ? options.contains("keep-alive") : !options.contains("close")
    }

    /// Whether the client waits for a 100 before it sends the body.
    ///
    /// Source: [RFC 9110, section 10.1.1](https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1).
    package var expectsContinue: Bool {
        !isVersion1_0 && framing != .length(0) && elements("expect") == ["100-continue"]
    }

    /// Source: [RFC 9112, section 6](https://www.rfc-editor.org/rfc/rfc9112#section-6).
    private func bodyFraming() throws(RequestFault) -> Framing {
        let lengths = values("content-length")
        let codings = values("transfer-encoding")
        guard codings.isEmpty else {
            guard lengths.isEmpty else {
                throw RequestFault(400, "Content-Length and Transfer-Encoding exclude each other")
            }
            guard !isVersion1_0 else {
                throw RequestFault(400, "HTTP/1.0 has no Transfer-Encoding")
            }
            guard codings.count == 1, codings[0].lowercased() == "chunked" else {
                throw RequestFault(501, "the only transfer coding known here is chunked")
            }
            return .chunked
        }
        guard let text = lengths.first else { return .length(0) }
        guard lengths.count == 1, !text.isEmpty,
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let length = Int64(text)
        else { throw RequestFault(400, "Content-Length is not one whole number") }
        return .length(length)
    }

    private static func lines(
        of bytes: ArraySlice<UInt8>
    ) throws(RequestFault) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = bytes.startIndex
        for (index, byte) in zip(bytes.indices, bytes) where byte == UInt8(ascii: "\n") {
            var line = bytes[start..<index]
            start = index + 1
            guard line.popLast() == UInt8(ascii: "\r") else {
                throw RequestFault(400, "a line of the head doesn't end in CR LF")
            }
            if !line.isEmpty { lines.append(line) }
        }
        guard !lines.isEmpty else { throw RequestFault(400, "the request line is empty") }
        return lines
    }

    private static func field(
        _ line: ArraySlice<UInt8>
    ) throws(RequestFault) -> (name: String, value: String) {
        let end = line.firstIndex { !FieldSyntax.isTokenByte($0) } ?? line.endIndex
        guard end > line.startIndex, end < line.endIndex, line[end] == UInt8(ascii: ":") else {
            throw RequestFault(400, "a field name of the head can't be read")
        }
        let value = line[(end + 1)...]
        guard value.allSatisfy(FieldSyntax.isValueByte) else {
            throw RequestFault(400, "a field value of the head holds a CR or NUL")
        }
        return (
            String(decoding: line[..<end], as: UTF8.self),
            String(decoding: FieldSyntax.trimmed(value), as: UTF8.self)
        )
    }
}
