internal import BodyStreaming
internal import UploadHTTP

extension ResultLine {
    /// The line as it is written, with its end.
    package var bytes: [UInt8] {
        JSONWriter.journalLine(index: index, identifier: identifier, key: key) { line in
            line.member("outcome", outcome.rawValue)
            line.member("status", status)
            line.member("attempts", attempts)
            line.member("bytesSent", bytesSent)
            line.member("seconds", duration)
            line.member("url", url)
            line.member("paths", paths)
            if let response { line.member("response", object: response.write) }
            if let error { line.member("error", object: error.write) }
        }
    }
}

extension ResultLine.Answer {
    fileprivate func write(_ object: inout JSONWriter) {
        object.member("headers") { headers in
            for (name, value) in fields.combined { headers.member(name, value) }
        }
        object.member("body", body)
    }
}

extension ResultLine.Failure {
    fileprivate func write(_ object: inout JSONWriter) {
        object.member("kind", kind)
        object.member("message", message)
        object.member("retryable", isRetryable)
    }
}
