extension Request {
    /// Whether sending the request twice has the same effect as sending it once, by its method.
    ///
    /// Source: RFC 9110, section 9.2.2, https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2
    public var isIdempotent: Bool { isSafe || method == "PUT" || method == "DELETE" }

    /// Whether the request asks for nothing to be changed.
    ///
    /// Source: RFC 9110, section 9.2.1, https://www.rfc-editor.org/rfc/rfc9110#section-9.2.1
    package var isSafe: Bool {
        switch method {
        case "GET", "HEAD", "OPTIONS", "TRACE": true
        default: false
        }
    }

    /// Whether a server that gets the request twice carries it out once.
    package var isRepeatable: Bool { isIdempotent || options.idempotencyKey != nil }
}
