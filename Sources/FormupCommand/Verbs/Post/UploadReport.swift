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
        var object = JSONObject()
        object.set("v", 1)
        object.set("outcome", result.outcome.rawValue)
        object.set("status", result.status)
        object.set("attempts", result.attempts)
        object.set("bytesSent", result.bytesSent)
        object.set("seconds", result.duration)
        object.set("url", result.url.text)
        object.set("response", result.response.map(Self.object))
        if let error = result.error {
            var value = JSONObject()
            value.set("kind", error.kind)
            value.set("message", error.description)
            value.set("retryable", error.isRetryable)
            object.set("error", value)
        }
        return object.description
    }

    private static func object(of response: Response) -> JSONObject {
        var headers = JSONObject()
        var names: [String] = []
        let fields = Redaction.standard.redacted(response.head.fields)
        for field in fields.fields {
            let name = field.name.lowercased()
            guard !names.contains(name) else { continue }
            names.append(name)
            headers.set(field.name, fields.values(name).joined(separator: ", "))
        }
        var object = JSONObject()
        object.set("headers", headers)
        switch response.body {
        case .bytes(let bytes):
            if let text = String(validating: bytes, as: UTF8.self) {
                object.set("body", text)
            } else {
                object.set("bodyBase64", Base64.encode(bytes))
            }
        case .file(let path, _): object.set("file", path.string)
        }
        return object
    }
}
