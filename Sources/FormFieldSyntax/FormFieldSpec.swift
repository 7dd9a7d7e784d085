package import BodyStreaming

/// What one `-F NAME=CONTENT` asks for.
package struct FormFieldSpec: Sendable, Hashable {
    /// Where the bytes of the part come from.
    package enum Content: Sendable, Hashable {
        /// The bytes themselves.
        case value([UInt8])
        /// A file that is sent as a file: `@path`.
        case file(Source)
        /// A field whose value is the text of a file: `<path`.
        case text(Source)
    }

    /// A file or standard input.
    package enum Source: Sendable, Hashable {
        /// The file at a path.
        case path(LocalPath)
        /// Standard input, written `-`.
        case standardInput
    }

    /// The name of the field.
    package var name: [UInt8]

    /// Where its bytes come from.
    package var content: Content

    /// The content type, if one was given.
    package var type: [UInt8]?

    /// The file name, if one was given; it can be empty.
    package var filename: [UInt8]?

    /// The part's own header fields, a line each.
    package var headers: [[UInt8]] = []
}
