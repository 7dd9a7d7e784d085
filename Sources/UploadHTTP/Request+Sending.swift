package import BodyStreaming

/// What every transport makes of a request.
extension Request {
    /// The content as it goes out: an empty one where the method calls for a length.
    package var sentBody: Body? {
        body ?? (["POST", "PUT", "PATCH"].contains(method) ? Body() : nil)
    }

    /// Whether a field called `name` follows from the rest of a request, so that one of
    /// ``Request/fields`` is not sent.
    package static func derives(_ name: String) -> Bool {
        derivedNames.contains { HeaderFields.isSame($0, name) }
    }

    private static let derivedNames = [
        "Content-Length", "Transfer-Encoding", "Expect", IdempotencyKey.fieldName,
    ]

    /// Refuses a body that is known to be longer than ``RequestOptions/maximumBodyByteCount``.
    ///
    /// - Throws: ``TransportError/Kind/bodyTooLarge(limit:)``.
    package func checkBodyLength() throws(TransportError) {
        guard let limit = options.maximumBodyByteCount, let length = body?.length, length > limit
        else { return }
        throw TransportError(.bodyTooLarge(limit: limit))
    }
}
