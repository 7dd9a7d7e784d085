/// What a session puts into the `Authorization` field of requests to the origin they start at.
///
/// It is not sent to other origins, also if a redirect leads back.
public struct Authorization: Sendable {
    private enum Kind {
        case fixed(String)
        case tokens(TokenSource)
    }

    private let kind: Kind

    private init(_ kind: Kind) {
        self.kind = kind
    }

    /// A user name and a password.
    ///
    /// - Throws: ``RequestError/invalidCredentials`` for a control character, or a colon in the
    ///   name.
    ///
    /// Source: RFC 7617, section 2, https://www.rfc-editor.org/rfc/rfc7617#section-2
    public static func basic(
        user: String,
        password: String
    ) throws(RequestError) -> Authorization {
        guard !(user + password).utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }),
            !user.utf8.contains(UInt8(ascii: ":"))
        else { throw .invalidCredentials }
        return Authorization(.fixed("Basic " + Base64.encode(Array("\(user):\(password)".utf8))))
    }

    /// A token that stays the same.
    ///
    /// - Throws: ``RequestError/invalidCredentials`` for an empty token, a control character or a
    ///   space.
    ///
    /// Source: RFC 6750, section 2.1, https://www.rfc-editor.org/rfc/rfc6750#section-2.1
    public static func bearer(_ token: String) throws(RequestError) -> Authorization {
        Authorization(.fixed(try bearerValue(token)))
    }

    /// Tokens that are made anew when the server answers 401.
    public static func bearer(_ tokens: TokenSource) -> Authorization {
        Authorization(.tokens(tokens))
    }

    /// Whether a refused value can be replaced by another.
    package var canRefresh: Bool {
        if case .tokens = kind { true } else { false }
    }

    /// The field's value.
    ///
    /// - Parameter refused: A value that the server didn't take; another one is made.
    /// - Returns: A scheme and credentials.
    /// - Throws: What the closure of a token source throws, or
    ///   ``RequestError/invalidCredentials``.
    package func value(insteadOf refused: String? = nil) async throws -> String {
        switch kind {
        case .fixed(let value): value
        case .tokens(let source):
            try Self.bearerValue(
                // Without "Bearer "; its space is one character with an accent that follows.
                try await source.token(
                    insteadOf: refused.map { String($0.unicodeScalars.dropFirst(7)) }
                )
            )
        }
    }

    private static func bearerValue(_ token: String) throws(RequestError) -> String {
        guard !token.isEmpty, token.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            throw .invalidCredentials
        }
        return "Bearer \(token)"
    }
}

extension Authorization: CustomStringConvertible, CustomReflectable {
    /// The name of the type: the value is a secret.
    public var description: String { "Authorization(\(Redaction.placeholder))" }

    /// Nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
