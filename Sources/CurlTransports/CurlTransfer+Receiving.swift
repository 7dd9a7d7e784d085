internal import BodyStreaming
internal import CCurl
internal import TransferLoops
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
        case .invalid:
            // libcurl would take the last of several numbers, and none for one that is too large.
            cause = .invalidResponse
            return false
        }
        content.begin(
            head,
            byteCount: responseContentLength,
            decoders: configuration.contentDecoders
        )
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

    /// Takes bytes of a response's content.
    ///
    /// - Returns: Whether to go on.
    func receiveContent(_ bytes: Span<UInt8>) -> Bool {
        clock.hasMoved = true
        do {
            try content.append(bytes)
        } catch {
            cause = error.kind
            return false
        }
        if isEarly, content.wireByteCount == responseContentLength { isAnswered = true }
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
}
