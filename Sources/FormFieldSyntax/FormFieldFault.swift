import BodyStreaming

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
            "has a quote that doesn't enclose all of \(Self.shown(text))"
        case .notAMediaType(let text):
            "has \"\(Self.shown(text))\" behind type=, which is no media type"
                + "; --field takes a value in which nothing is special"
        case .repeated(let keyword): "has \(keyword)= twice"
        case .emptyPath: "has no path; --field takes a value in which nothing is special"
        }
    }

    private static func shown(_ text: [UInt8]) -> String {
        DisplayText.escaped(String(decoding: text, as: UTF8.self))
    }
}
