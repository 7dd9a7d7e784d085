internal import BodyStreaming

/// A reason why a request can't be described: it is wrong before anything is sent.
@nonexhaustive
public enum RequestError: Error, Sendable, Hashable {
    /// The text is not a URL that a request can be sent to.
    case invalidURL(text: String, reason: InvalidURLReason)

    /// The method is not a token (RFC 9110, section 5.6.2).
    case invalidMethod(String)

    /// The name of a header field is not a token.
    case invalidFieldName(String)

    /// The value of the header field `name` holds a byte that HTTP doesn't allow, at the 0-based
    /// `offset`; the value itself may be a secret and is not kept.
    case invalidFieldValue(name: String, offset: Int)

    /// The idempotency key is empty, longer than 255 bytes or not printable ASCII.
    case invalidIdempotencyKey

    /// The credentials hold a byte that their scheme doesn't allow.
    case invalidCredentials
}

/// What is wrong with the text of a URL.
public enum InvalidURLReason: String, Error, Sendable, Hashable {
    /// There is nothing before the first `:`, or no `:` at all.
    case missingScheme = "it has no scheme; write http:// or https://"
    /// The scheme is neither `http` nor `https`.
    case unsupportedScheme = "only http and https can be used"
    /// The authority or the host in it is missing.
    case missingHost = "it has no host"
    /// The host holds a character that no host name has, or an IPv6 address is malformed.
    case invalidHost = "its host is malformed"
    /// The port is not a number from 1 to 65535.
    case invalidPort = "its port is not a number from 1 to 65535"
    /// The text holds a space or a control character.
    case invalidCharacter = "it holds a space or a control character"
    /// The text is longer than 65 536 bytes.
    case tooLong = "it is longer than 65536 bytes"
}

extension RequestError: CustomStringConvertible {
    /// One line that says what is wrong and where.
    public var description: String {
        switch self {
        case .invalidURL(let text, let reason):
            "can't send to \(DisplayText.escaped(Redaction.withoutUserInfo(text))): "
                + reason.rawValue
        case .invalidMethod(let method):
            "the method \"\(DisplayText.escaped(method))\" is not a token"
        case .invalidFieldName(let name):
            "the header field name \"\(DisplayText.escaped(name))\" is not a token"
        case .invalidFieldValue(let name, let offset):
            "the value of the header field \(DisplayText.escaped(name)) holds a byte that is not "
                + "allowed, at offset \(offset)"
        case .invalidIdempotencyKey:
            "an idempotency key has 1 to 255 printable ASCII characters"
        case .invalidCredentials:
            "the credentials hold a character that can't be sent: a control character, or a colon "
                + "in a user name"
        }
    }
}
