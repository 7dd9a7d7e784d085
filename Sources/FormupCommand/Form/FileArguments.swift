package import BodyStreaming
package import MultipartFormData

/// A `--file NAME=PATH` and what the flags behind it say of it.
package struct FileArguments: Sendable {
    /// The name of the field.
    package let name: String

    /// The file.
    package let path: LocalPath

    /// The content type, if one was given.
    package var type: String?

    /// The file name, if one was given; it can be empty.
    package var filename: String?

    /// The part's own header fields.
    package var headerFields: [PartHeaderField] = []

    /// The bytes of the file, first and last; `nil` for all.
    package var range: ClosedRange<Int64>?

    /// Whether its content is compressed.
    package var isCompressed = false
}

extension PartHeaderField {
    /// Reads `Name: value`; the spaces around the value are not of it.
    ///
    /// - Throws: A usage error if there is no colon. What is wrong with the name or the value comes
    ///   up when the form is laid out.
    package init(line: [UInt8]) throws(CommandFailure) {
        guard let text = String(validating: line, as: UTF8.self),
            let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
        else {
            let shown = String(decoding: line, as: UTF8.self)
            throw .usage("a part's header field is NAME: VALUE in UTF-8, not \"\(shown)\"")
        }
        let value = text.utf8[colon...].dropFirst()
        let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let trimmed = value.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        self.init(String(text[..<colon]), String(decoding: Array(trimmed), as: UTF8.self))
    }
}
