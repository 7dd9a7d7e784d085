import BodyStreaming
package import UploadHTTP

/// What is told of an upload that has ended.
package struct UploadReport: Sendable {
    private let result: UploadResult
    private let wasInterrupted: Bool

    /// Creates a report; `wasInterrupted` tells whether a signal asked for the end.
    package init(_ result: UploadResult, wasInterrupted: Bool) {
        self.result = result
        self.wasInterrupted = wasInterrupted
    }

    /// What the command exits with.
    package var status: ExitStatus {
        switch result.outcome {
        case .succeeded: .success
        case _ where wasInterrupted: .interrupted
        case .cancelled: .interrupted
        case .failed: result.error?.isRetryable == true ? .temporaryFailure : .failure
        case .unknown, .respondedEarly: .failure
        }
    }

    /// One line on what went wrong; `nil` if nothing did.
    package var message: String? {
        switch result.outcome {
        case .succeeded: nil
        case .respondedEarly:
            "\(result.url): the server answered \(result.status ?? 0) before it had the whole body"
        case .unknown:
            "\(result.url): \(errorText); the server may have carried the request out"
        case .failed, .cancelled: "\(result.url): \(errorText)"
        }
    }

    private var errorText: String { result.error?.description ?? "no answer" }

    /// The result as a JSON object.
    package var json: String {
        JSONWriter.object { object in
            object.member("v", 1)
            object.member("outcome", result.outcome.rawValue)
            object.member("status", result.status)
            object.member("attempts", result.attempts)
            object.member("bytesSent", result.bytesSent)
            object.member("seconds", result.duration)
            object.member("url", result.url.text)
            if let response = result.response {
                object.member("response") { Self.write(response, to: &$0) }
            }
            if let error = result.error {
                object.member("error") { members in
                    members.member("kind", error.kind)
                    members.member("message", error.description)
                    members.member("retryable", error.isRetryable)
                }
            }
        }
    }

    private static func write(_ response: Response, to object: inout JSONWriter) {
        object.member("headers") { headers in
            let fields = Redaction.standard.redacted(response.head.fields)
            for (name, value) in fields.combined { headers.member(name, value) }
        }
        switch response.body {
        case .bytes(let bytes):
            if let text = String(validating: bytes, as: UTF8.self) {
                object.member("body", text)
            } else {
                object.member("body", Base64.encode(bytes))
                object.member("encoding", "base64")
            }
        case .file(let path, _): object.member("file", path.string)
        }
    }
}
