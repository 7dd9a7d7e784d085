import CurlTransports
import UploadHTTP

extension RequestArguments {
    private static let section = "Request"

    /// The flags that describe a request and how it is sent.
    package static let flags: [Flag<RequestArguments>] =
        messageFlags + connectionFlags + redirectFlags + timerFlags + retryFlags

    private static let messageFlags: [Flag<RequestArguments>] = [
        Flag(
            "header",
            short: "H",
            .required("'NAME: VALUE'"),
            section: section,
            default: "none",
            help: "A header field; 'NAME;' for an empty one, 'NAME:' for none. A Content-Type "
                + "without a boundary gets the form's; one with a boundary gives the form its own"
        ) { (request, value) throws(CommandFailure) in
            try request.setHeader(value)
        },
        Flag(
            "request",
            short: "X",
            .required("METHOD"),
            section: section,
            default: "POST",
            help: "The method"
        ) { (request, value) throws(CommandFailure) in
            let method = try value.text()
            guard Token.isValid(method.utf8.span) else { throw value.unusable("takes a method") }
            guard !["HEAD", "TRACE", "CONNECT"].contains(method) else {
                throw .usage("\(value.flag) \(method): such a request has no content to send")
            }
            request.method = method
        },
        Flag(
            "user",
            short: "u",
            .required("USER[:PASSWORD]"),
            section: section,
            default: "what the URL has",
            help: "User name and password for the server, sent to its origin only. Others can see "
                + "them in the list of processes; --bearer-from and a URL in a file can't be seen"
        ) { (request, value) throws(CommandFailure) in
            let text = try value.text()
            let user = text.unicodeScalars.prefix { $0 != ":" }
            request.authorization = try CommandFailure.catching { () throws(RequestError) in
                try .basic(
                    user: String(user),
                    password: String(text.unicodeScalars[user.endIndex...].dropFirst())
                )
            }
        },
        Flag(
            "bearer-from",
            .required("FILE"),
            completion: .file,
            section: section,
            default: "none",
            help: "The file whose first line is a bearer token, sent to the server's origin only"
        ) { request, value in
            request.bearerPath = value.path
        },
        Flag(
            "expect",
            section: section,
            default: "off",
            help: "Wait up to a second for the server's 100 Continue before the body is sent"
        ) { request, _ in
            request.options.expectsContinue = true
        },
        Flag(
            "limit-rate",
            .required("BYTES"),
            section: section,
            default: "no limit",
            help: "The most bytes a second that are sent; K, M and G can stand behind the number"
        ) { (request, value) throws(CommandFailure) in
            let rate = try value.byteCount()
            request.configuration.maximumSendRate = rate > 0 ? rate : nil
        },
        Flag(
            "max-response-size",
            .required("BYTES"),
            section: section,
            default: "16M",
            help: "The most bytes that an answer may have"
        ) { (request, value) throws(CommandFailure) in
            request.options.maximumResponseByteCount = try value.byteCount()
        },
    ]

    private static let redirectFlags: [Flag<RequestArguments>] = [
        Flag(
            "location",
            short: "L",
            section: section,
            default: "on",
            help: "Follow redirects; credentials stay with the origin that they were given for"
        ) { request, _ in
            request.redirectPolicy.followsRedirects = true
        },
        Flag(
            "max-redirs",
            .required("N"),
            section: section,
            default: "10",
            help: "The most redirects in a row"
        ) { (request, value) throws(CommandFailure) in
            request.redirectPolicy.maximumCount = try value.integer(in: 0...1000)
        },
    ]

    private static let retryFlags: [Flag<RequestArguments>] = [
        Flag(
            "retry",
            .required("N"),
            section: section,
            default: "3",
            help: "How many times the request is sent again, where that is safe: before a byte was "
                + "taken, after 408, 425, 429 and 503, or with an idempotency key"
        ) { (request, value) throws(CommandFailure) in
            request.retryPolicy.maximumRetryCount = try value.integer(in: 0...1_000_000)
        },
        Flag(
            "retry-unsafe",
            section: section,
            default: "off",
            help: "Send it again also where the server may have carried it out"
        ) { request, _ in
            request.retryPolicy.repeatsUnsafeRequests = true
        },
        Flag(
            "idempotency-key",
            .required("auto|none|VALUE"),
            completion: .words(["auto", "none"]),
            section: section,
            default: "none; auto in a batch",
            help: "The Idempotency-Key that makes repetition safe; auto makes a random one, and in "
                + "a batch one that follows from the upload and is the same in every run"
        ) { (request, value) throws(CommandFailure) in
            let text = try value.text()
            switch text {
            case "auto": request.idempotency = .automatic
            case "none": request.idempotency = .none
            default: request.idempotency = .fixed(try RequestArguments.idempotencyKey(text))
            }
        },
    ]
}
