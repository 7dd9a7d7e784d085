internal import BodyStreaming

/// The scheme of a URL that a request can be sent to.
public enum URLScheme: String, Sendable, Hashable {
    /// HTTP without encryption; port 80.
    case http
    /// HTTP over TLS; port 443.
    case https

    /// The port that is used if the URL names none.
    public var defaultPort: UInt16 {
        switch self {
        case .http: 80
        case .https: 443
        }
    }
}

/// Whom a URL's credentials belong to: scheme, host and port.
///
/// Source: RFC 6454, section 4, https://www.rfc-editor.org/rfc/rfc6454#section-4
public struct Origin: Sendable, Hashable {
    /// The scheme.
    public let scheme: URLScheme

    /// The host in small letters; an IPv6 address stands in brackets.
    public let host: String

    /// The port, also if it is the scheme's own.
    public let port: UInt16
}

extension Origin: CustomStringConvertible {
    /// The origin as in `https://host` or `http://host:8080`.
    public var description: String {
        let suffix = port == scheme.defaultPort ? "" : ":\(port)"
        return "\(scheme.rawValue)://\(DisplayText.escaped(host))\(suffix)"
    }
}
