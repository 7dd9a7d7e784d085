internal import BodyStreaming

extension TransportError.Kind {
    /// A stable name, for results that machines read.
    public var name: String {
        switch self {
        case .cancelled: "cancelled"
        case .shutDown: "shutDown"
        case .libraryUnavailable: "libraryUnavailable"
        case .body: "body"
        case .bodyTooLarge: "bodyTooLarge"
        case .unsupportedOption: "unsupportedOption"
        case .hostNotFound: "hostNotFound"
        case .connectionFailed: "connectionFailed"
        case .tlsFailed: "tlsFailed"
        case .timedOut(let timer, _): "\(timer.rawValue)Timeout"
        case .connectionLost: "connectionLost"
        case .invalidResponse: "invalidResponse"
        case .responseTruncated: "responseTruncated"
        case .responseHeadTooLarge: "responseHeadTooLarge"
        case .responseTooLarge: "responseTooLarge"
        case .undecodableResponse: "undecodableResponse"
        case .responseFile: "responseFile"
        case .library: "library"
        }
    }
}

extension TransportError: CustomStringConvertible {
    /// One line: what went wrong, when, and the library's words.
    public var description: String {
        guard let library else { return summary }
        let words = DisplayText.escaped(library.words)
        return "\(summary) (\(library.name) \(library.code): \(words))"
    }

    private var summary: String {
        switch kind {
        case .cancelled: "cancelled while \(phase.rawValue)"
        case .shutDown: "the transport was shut down while \(phase.rawValue)"
        case .libraryUnavailable(let name, let reason):
            "\(name) can't be loaded: \(DisplayText.escaped(reason)); "
                + "on Debian: apt-get install libcurl4"
        case .body(let error): "\(error)"
        case .bodyTooLarge(let limit): "the body is larger than \(limit) bytes"
        case .unsupportedOption(let option): "\(option) can't be used here"
        case .hostNotFound: "the host's name has no address"
        case .connectionFailed: "no connection could be made"
        case .tlsFailed: "TLS failed"
        case .timedOut(let timer, let limit): Self.timeout(timer, limit: limit)
        case .connectionLost: "the connection was lost while \(phase.rawValue)\(sentText)"
        case .invalidResponse: "the answer is not HTTP"
        case .responseTruncated: "the response\(statusText) ended before its announced end"
        case .responseHeadTooLarge(let limit): "the response's header is larger than \(limit) bytes"
        case .responseTooLarge(let limit): "the response is larger than \(limit) bytes"
        case .undecodableResponse(let coding):
            "the response's content coding \(DisplayText.escaped(coding)) is malformed"
        case .responseFile(let path, let errno):
            "can't write \(path): \(SystemErrorText.text(for: errno))"
        case .library: "the request failed while \(phase.rawValue)"
        }
    }

    /// The status that had come: it says more than what became of the rest.
    private var statusText: String { responseHead.map { " \($0.status)" } ?? "" }

    private var sentText: String {
        bodyByteCountSent > 0 ? ", \(bodyByteCountSent) bytes of the body were sent" : ""
    }

    private static func timeout(_ timer: UploadTimer, limit: Duration) -> String {
        let seconds =
            Double(limit.components.seconds) + Double(limit.components.attoseconds) * 1e-18
        return switch timer {
        case .connect: "no connection within \(seconds) s"
        case .stall: "no byte moved for \(seconds) s"
        case .response: "no response within \(seconds) s of the last byte"
        case .total: "not done within \(seconds) s"
        }
    }
}
