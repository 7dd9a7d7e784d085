package import BodyStreaming
package import UploadHTTP

/// The content of one response: its coding is undone, its size bounded, and it goes where the
/// request wants it.
package struct ResponseContent: ~Copyable {
    /// What the coded bytes of a content may have more than the content itself: headers, padding,
    /// and a thousandth.
    private static let codingByteCount: Int64 = 65_536

    private let limit: Int64
    private var sink: ResponseSink
    private var decoder: (any ContentDecoder)?
    private var coding = ""

    /// The bytes that came, as they were sent.
    package private(set) var wireByteCount: Int64 = 0

    /// Creates an empty content.
    package init(_ options: RequestOptions) {
        limit = options.maximumResponseByteCount
        sink = ResponseSink(options.responseDestination, limit: limit)
    }

    /// Takes what the head says of the content.
    ///
    /// - Parameters:
    ///   - head: The final head.
    ///   - byteCount: The announced size, if there is one.
    ///   - decoders: How to undo content codings, by their name in small letters.
    package mutating func begin(
        _ head: ResponseHead,
        byteCount: Int64?,
        decoders: [String: @Sendable () -> any ContentDecoder]
    ) {
        if let byteCount { sink.reserve(byteCount) }
        guard !decoders.isEmpty, let coding = head.fields["Content-Encoding"]?.lowercased() else {
            return
        }
        self.coding = coding
        decoder = decoders[coding]?()
    }

    /// Takes the next bytes, as they were sent.
    package mutating func append(_ bytes: Span<UInt8>) throws(TransportError) {
        wireByteCount += Int64(bytes.count)
        guard decoder != nil else { return try sink.append(bytes) }
        // Whatever comes of them: there are codings of nothing that never end.
        guard wireByteCount - limit / 1000 - Self.codingByteCount <= limit else {
            throw TransportError(.responseTooLarge(limit: limit))
        }
        do {
            try decoder?.decode(bytes) { try sink.append($0) }
        } catch {
            throw error as? TransportError ?? TransportError(.undecodableResponse(coding: coding))
        }
    }

    /// Ends the content.
    ///
    /// - Parameter isCut: Whether it is known to be incomplete, so that no coding has a right end.
    /// - Returns: Where the content is.
    /// - Throws: ``TransportError`` if its coding has no right end, or its file can't be written.
    package mutating func finish(isCut: Bool = false) throws(TransportError) -> ResponseBody {
        // No content is a valid one in any coding, also behind a 204 or the answer to HEAD.
        if decoder != nil, wireByteCount > 0, !isCut {
            do {
                try decoder?.finish { try sink.append($0) }
            } catch {
                throw error as? TransportError
                    ?? TransportError(.undecodableResponse(coding: coding))
            }
        }
        return try sink.finish()
    }
}
