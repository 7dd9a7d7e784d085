internal import BodyStreaming
internal import CCurl
internal import UploadHTTP

extension CurlTransfer {
    /// The bytes that all header lines of one request's answers may have.
    static let maximumHeadByteCount = 256 * 1024

    /// Takes a line of a response's header.
    ///
    /// - Returns: Whether to go on.
    func receiveHeader(_ line: Span<UInt8>) -> Bool {
        clock.hasMoved = true
        let event = parser.take(line)
        guard parser.byteCount <= Self.maximumHeadByteCount else {
            cause = .responseHeadTooLarge(limit: Self.maximumHeadByteCount)
            return false
        }
        switch event {
        case .none, .trailer: return true
        case .informational(let head):
            observer?(.informational(head))
            return true
        case .final(let head):
            return receive(head)
        }
    }

    private func receive(_ head: ResponseHead) -> Bool {
        isEarly = !bodyIsSent
        switch head.contentLength {
        case .unknown: responseContentLength = nil
        case .bytes(let byteCount):
            responseContentLength = byteCount
            sink.reserve(byteCount)
        case .invalid:
            // libcurl would take the last of several numbers, and none for one that is too large.
            cause = .invalidResponse
            return false
        }
        decoder = makeDecoder(for: head)
        observer?(.responseHead(head))
        if head.status == 417, request.options.expectsContinue {
            // libcurl would send the request again by itself.
            isAnswered = true
            return false
        }
        if isEarly {
            closeBody()
            let hasNoContent =
                request.method == "HEAD" || head.status == 204 || head.status == 304
                || responseContentLength == 0
            if hasNoContent { isAnswered = true }
            loop.watchEarlyAnswer(self)
        }
        return true
    }

    /// What the coded bytes of a content may have more than the content itself: headers, padding,
    /// and a thousandth.
    private static let codingByteCount: Int64 = 65_536

    /// Whether a content that is coded has too many bytes, whatever comes of them: there are codings
    /// of nothing that never end.
    private var isCodedContentTooLarge: Bool {
        let limit = request.options.maximumResponseByteCount
        return decoder != nil
            && responseWireByteCount - limit / 1000 - Self.codingByteCount > limit
    }

    /// Takes bytes of a response's content.
    ///
    /// - Returns: Whether to go on.
    func receiveContent(_ bytes: Span<UInt8>) -> Bool {
        clock.hasMoved = true
        responseWireByteCount += Int64(bytes.count)
        guard !isCodedContentTooLarge else {
            cause = .responseTooLarge(limit: request.options.maximumResponseByteCount)
            return false
        }
        do {
            try append(bytes)
        } catch {
            cause = error.kind
            return false
        }
        if isEarly, responseWireByteCount == responseContentLength { isAnswered = true }
        return true
    }

    /// Takes what was left unread in a connection that broke: the answer may be there.
    func receiveRemains(_ bytes: [UInt8]) {
        guard parser.byteCount == 0 else { return }
        var rest = bytes.span
        while parser.finalHead == nil {
            guard let end = rest.indices.first(where: { rest[$0] == 0x0A }) else { return }
            let line = rest.extracting(...end)
            if parser.byteCount == 0, ResponseHeadParser.statusLine(line) == nil { return }
            guard receiveHeader(line) else { return }
            rest = rest.extracting((end + 1)...)
        }
        isEarly = true
        guard let length = responseContentLength, length > 0 else { return }
        _ = receiveContent(rest.extracting(first: Int(min(length, Int64(rest.count)))))
    }

    /// Ends the content.
    func finishContent() throws(TransportError) -> ResponseBody {
        // No content is a valid one in any coding, also behind a 204 or the answer to HEAD.
        if decoder != nil, responseWireByteCount > 0, let coding = contentCoding {
            do {
                try decoder?.finish { try sink.append($0) }
            } catch let error as TransportError {
                throw error
            } catch {
                throw TransportError(.undecodableResponse(coding: coding))
            }
        }
        return try sink.finish()
    }

    private var contentCoding: String? {
        parser.finalHead?.fields["Content-Encoding"].map { $0.lowercased() }
    }

    private func makeDecoder(for head: ResponseHead) -> (any ContentDecoder)? {
        guard !configuration.contentDecoders.isEmpty, let coding = head.fields["Content-Encoding"]
        else { return nil }
        return configuration.contentDecoders[coding.lowercased()]?()
    }

    private func append(_ bytes: Span<UInt8>) throws(TransportError) {
        guard decoder != nil else { return try sink.append(bytes) }
        do {
            try decoder?.decode(bytes) { try sink.append($0) }
        } catch let error as TransportError {
            throw error
        } catch {
            throw TransportError(.undecodableResponse(coding: contentCoding ?? ""))
        }
    }
}
