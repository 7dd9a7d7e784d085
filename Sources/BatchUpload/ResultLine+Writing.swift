internal import UploadHTTP

extension ResultLine {
    /// The line as it is written, with its end.
    package var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.object(write)
        writer.endLine()
        return writer.bytes
    }

    private func write(_ line: inout JSONWriter) {
        line.key("v")
        line.integer(Journal.version)
        line.key("index")
        line.integer(Int64(index))
        line.key("id")
        line.string(identifier)
        line.key("key")
        line.itemKey(key)
        line.key("outcome")
        line.string(outcome.rawValue)
        if let status {
            line.key("status")
            line.integer(Int64(status))
        }
        line.key("attempts")
        line.integer(Int64(attempts))
        line.key("bytesSent")
        line.integer(bytesSent)
        line.key("seconds")
        line.seconds(duration)
        line.key("url")
        line.string(url)
        line.key("paths")
        line.strings(paths)
        if let response {
            line.key("response")
            line.object { response.write(&$0) }
        }
        if let error {
            line.key("error")
            line.object { error.write(&$0) }
        }
    }
}

extension ResultLine.Answer {
    fileprivate func write(_ object: inout JSONWriter) {
        object.key("headers")
        object.object { headers in
            for (name, value) in fields.combined {
                headers.key(name)
                headers.string(value)
            }
        }
        object.key("body")
        object.string(body)
    }
}

extension ResultLine.Failure {
    fileprivate func write(_ object: inout JSONWriter) {
        object.key("kind")
        object.string(kind)
        object.key("message")
        object.string(message)
        object.key("retryable")
        object.boolean(isRetryable)
    }
}

extension HeaderFields {
    /// Each name once, with its values separated by commas.
    ///
    /// Source: RFC 9110, section 5.3, https://www.rfc-editor.org/rfc/rfc9110#section-5.3
    fileprivate var combined: [(name: String, value: String)] {
        var result: [(name: String, value: String)] = []
        for field in fields {
            if let index = result.firstIndex(where: { Self.isSame($0.name, field.name) }) {
                result[index].value += ", " + field.value
            } else {
                result.append((field.name, field.value))
            }
        }
        return result
    }
}
