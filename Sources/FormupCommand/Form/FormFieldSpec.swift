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

/// Why a `-F` argument can't be read.
package enum FormFieldFault: Error, Sendable, Hashable {
    /// There is no `=` behind the name.
    case noEqualsSign
    /// A double quote is opened before the bytes and never closed, or more follows its end.
    case unbalancedQuote([UInt8])
    /// The text behind `type=` is no media type.
    case notAMediaType([UInt8])
    /// `keyword` is there twice.
    case repeated(String)
    /// The path behind `@` or `<` is empty.
    case emptyPath
}

extension FormFieldFault: CustomStringConvertible {
    /// One line that says what is wrong.
    package var description: String {
        switch self {
        case .noEqualsSign: "takes NAME=CONTENT"
        case .unbalancedQuote(let text):
            "has a quote that doesn't enclose all of \(String(decoding: text, as: UTF8.self))"
        case .notAMediaType(let text):
            "has \"\(String(decoding: text, as: UTF8.self))\" behind type=, which is no media type"
                + "; --field takes a value in which nothing is special"
        case .repeated(let keyword): "has \(keyword)= twice"
        case .emptyPath: "has no path; --field takes a value in which nothing is special"
        }
    }
}
