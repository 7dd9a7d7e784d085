internal import BodyStreaming

/// A URL that a request can be sent to: `http` or `https`, with a host.
///
/// The parts are kept as they were written, except that scheme and host are in small letters, that
/// an empty path is `/` and that bytes outside of ASCII are percent-encoded in path and query.
///
/// Source: RFC 3986, https://www.rfc-editor.org/rfc/rfc3986
public struct RequestURL: Sendable, Hashable {
    /// Scheme, host and port.
    public internal(set) var origin: Origin

    /// What stands before the `@` of the authority, still percent-encoded; it is a secret.
    package internal(set) var userInfo: String?

    /// The path, which starts with `/`.
    public internal(set) var path: String

    /// What stands behind the `?`, or `nil` if there is none.
    public internal(set) var query: String?

    /// The URL without user information and fragment.
    public var text: String { authorityText + target }

    /// Path and query, as a request line has them.
    public var target: String { path + (query.map { "?" + $0 } ?? "") }

    /// The URL without user information, query and fragment.
    public var textWithoutQuery: String { authorityText + path }

    private var authorityText: String {
        let start = origin.scheme.rawValue + "://" + origin.host
        return origin.port == origin.scheme.defaultPort ? start : "\(start):\(origin.port)"
    }

    /// Parses an absolute URL; a fragment is dropped.
    ///
    /// - Throws: ``RequestError/invalidURL(text:reason:)``.
    public init(_ text: String) throws(RequestError) {
        do {
            self = try Self.parse(Array(text.utf8))
        } catch {
            throw .invalidURL(text: text, reason: error)
        }
    }

    /// The URL without its user information.
    package var withoutUserInfo: RequestURL {
        var url = self
        url.userInfo = nil
        return url
    }

    /// User name and password, decoded, if the URL has them.
    package var credentials: (user: String, password: String)? {
        guard let userInfo else { return nil }
        let bytes = Array(userInfo.utf8)
        let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
        return (
            Self.percentDecoded(bytes[..<colon]), Self.percentDecoded(bytes[colon...].dropFirst())
        )
    }

    private static func percentDecoded(_ bytes: ArraySlice<UInt8>) -> String {
        var result: [UInt8] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.endIndex,
                let high = bytes[index + 1].hexadecimalDigit,
                let low = bytes[index + 2].hexadecimalDigit
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension RequestURL: CustomStringConvertible {
    /// The URL without user information, safe to print.
    public var description: String { DisplayText.escaped(text) }
}
