internal import CCurl
internal import TransferLoops
internal import UploadHTTP

extension CurlTransfer {
    /// `CURLE_TOO_LARGE`, which the headers have since 8.6.
    private static let tooLarge = CURLcode(rawValue: 100)

    /// The longest header line that libcurl takes; a longer one is out of memory to older versions.
    private static let maximumLineByteCount = 100 * 1024

    /// What the caller gets.
    ///
    /// - Parameter code: What libcurl ended with; `nil` if this side ended the transfer.
    /// - Returns: The response, or why there is none.
    func outcome(_ code: CURLcode?) -> Outcome {
        // How far the request came is no longer told once an answer is taken from what was left.
        let progress = progress
        if let code, code != CURLE_OK, cause == nil, let remains { receiveRemains(remains.unread) }
        if observer != nil, isConnected { reportProgress() }
        if let cause { return .failure(error(cause, code, progress)) }
        let isComplete = code == CURLE_OK || isAnswered || isEarly
        guard isComplete, let head = parser.finalHead else {
            return .failure(error(kind(of: code ?? CURLE_OK), code, progress))
        }
        do {
            var response = Response(
                head: head,
                // What came of an early answer before its connection broke is worth more than an
                // error.
                body: try content.finish(isCut: isEarly && code != CURLE_OK),
                progress: isEarly ? .partlySent : .sent,
                bodyByteCountSent: sentByteCount,
                bodyWasRead: bodyWasRead,
                connectionWasReused: isReused
            )
            response.trailers = parser.trailers
            return .success(response)
        } catch {
            return .failure(self.error(error.kind, nil, progress))
        }
    }

    private func error(
        _ kind: TransportError.Kind,
        _ code: CURLcode?,
        _ progress: RequestProgress
    ) -> TransportError {
        let isOwn = cause != nil || code == nil || code == CURLE_OK
        return TransportError(
            kind,
            phase: phase,
            progress: progress,
            bodyByteCountSent: sentByteCount,
            bodyWasRead: bodyWasRead,
            connectionWasReused: isReused,
            responseHead: parser.finalHead,
            library: isOwn
                ? nil : code.map { CurlLibrary.failure($0, words: handle?.errorWords ?? "") }
        )
    }

    private func kind(of code: CURLcode) -> TransportError.Kind {
        if hasRefusedToStartOver { return .connectionLost }
        return switch code {
        // libcurl takes a header that ends half-way for a response.
        case CURLE_OK: .connectionLost
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .hostNotFound
        case CURLE_COULDNT_CONNECT, CURLE_PROXY, CURLE_INTERFACE_FAILED: .connectionFailed
        case CURLE_OPERATION_TIMEDOUT:
            .timedOut(.connect, limit: request.options.timers.connect ?? .zero)
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
            CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS,
            CURLE_SSL_CLIENTCERT, CURLE_USE_SSL_FAILED:
            .tlsFailed
        case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_SEND_FAIL_REWIND,
            CURLE_PARTIAL_FILE, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            !isConnected
                ? .connectionFailed
                : parser.finalHead == nil ? .connectionLost : .responseTruncated
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
            isConnected ? .invalidResponse : .library
        case Self.tooLarge: .responseHeadTooLarge(limit: Self.maximumHeadByteCount)
        case CURLE_OUT_OF_MEMORY where isConnected && parser.finalHead == nil:
            .responseHeadTooLarge(limit: Self.maximumLineByteCount)
        case CURLE_URL_MALFORMAT: .unsupportedOption("this URL")
        case CURLE_NOT_BUILT_IN, CURLE_UNKNOWN_OPTION: .unsupportedOption("an option")
        default: .library
        }
    }
}
