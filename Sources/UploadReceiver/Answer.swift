/// The answer to a request.
struct Answer {
    var status: Int
    var fields: [(name: String, value: String)] = []
    var contentType = "application/json"
    var body: [UInt8] = []

    /// The answer that tells what was received.
    init(_ request: ReceivedRequest, status: Int) {
        self.status = status
        body = Array((request.json + "\n").utf8)
    }

    /// A page with a form, for those who open the receiver's address in a browser.
    static func page(_ request: ReceivedRequest) -> Answer {
        var answer = Answer(request, status: 200)
        answer.contentType = "text/html; charset=utf-8"
        answer.body = Array(
            """
            <!DOCTYPE html>
            <title>Upload receiver</title>
            <form method="post" enctype="multipart/form-data">
            <input name="text"> <input type="file" name="file" multiple> <button>Send</button>
            </form>

            """.utf8
        )
        return answer
    }

    /// The bytes to send; without content for the method HEAD.
    func bytes(isHead: Bool, keepsAlive: Bool) -> [UInt8] {
        let hasContent = status >= 200 && status != 204 && status != 304
        var text = "HTTP/1.1 \(status) \(Self.reason(status))\r\n"
        if hasContent {
            text += "Content-Type: \(contentType)\r\nContent-Length: \(body.count)\r\n"
        }
        for field in fields { text += "\(field.name): \(field.value)\r\n" }
        text += "Connection: \(keepsAlive ? "keep-alive" : "close")\r\n\r\n"
        return Array(text.utf8) + (hasContent && !isHead ? body : [])
    }

    private static func reason(_ status: Int) -> String {
        switch status {
        case 200: "OK"
        case 201: "Created"
        case 204: "No Content"
        case 301: "Moved Permanently"
        case 302: "Found"
        case 303: "See Other"
        case 307: "Temporary Redirect"
        case 308: "Permanent Redirect"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 408: "Request Timeout"
        case 413: "Content Too Large"
        case 415: "Unsupported Media Type"
        case 417: "Expectation Failed"
        case 425: "Too Early"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 503: "Service Unavailable"
        case 505: "HTTP Version Not Supported"
        case 507: "Insufficient Storage"
        default: "Status \(status)"
        }
    }
}
