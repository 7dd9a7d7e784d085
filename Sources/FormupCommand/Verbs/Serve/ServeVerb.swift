import BodyStreaming
import UploadReceiver
import ZlibCompression

/// `formup serve`: receives forms on loopback and tells what came.
package struct ServeVerb: Verb {
    package static let description = VerbDescription(
        name: "serve",
        synopsis: "[--port N] [--save DIR] [--json]",
        summary: "Receive forms on this machine and show what came",
        discussion: [
            "The first line is the address; then come, for each request, a line a part and a line "
                + "for the request itself. The sender gets the same as JSON. Bodies in gzip and "
                + "deflate are undone.",
            "It listens on 127.0.0.1 only, without TLS or passwords: it is there to try clients "
                + "against. SIGINT or SIGTERM ends it, after the requests that have begun.",
        ]
    )

    package static let flags: [Flag<ServeVerb>] = [
        Flag(
            "port",
            .required("N"),
            section: section,
            default: "one that is free",
            help: "The port to listen on"
        ) { (verb, value) throws(CommandFailure) in
            let port: Int = try value.integer(in: 0...65_535)
            verb.port = UInt16(port)
        },
        Flag(
            "save",
            .required("DIR"),
            completion: .file,
            section: section,
            default: "nothing is kept",
            help: "Keep the files of forms in DIR; what exists stays as it is"
        ) { verb, value in
            verb.directory = value.path
        },
        Flag(
            "json",
            section: section,
            default: "off",
            help: "Print a JSON object a line: the address, each part, each request"
        ) { verb, _ in
            verb.printsJSON = true
        },
    ]

    private static let section = "Receiving"

    /// Less than the command has to end after a signal.
    private static let gracePeriod = Duration.seconds(4)

    private var port: UInt16 = 0
    private var directory: LocalPath?
    private var printsJSON = false

    package init() {}

    package mutating func take(operands: [[UInt8]]) throws(CommandFailure) {
        guard operands.isEmpty else { throw .usage("serve takes nothing but flags") }
    }

    package consuming func run() async throws(CommandFailure) -> ExitStatus {
        let log = RequestLog(isJSON: printsJSON)
        let options = options(log)
        let receiver = try log.begin { () throws(CommandFailure) in
            try CommandFailure.catching { () throws(ReceiverError) in
                try UploadReceiver(options: options)
            }
        }
        defer { receiver.stop() }
        try await log.waitForEnd()
        // Only a signal ends it, and to scripts that is an interruption, as of any other verb.
        return .interrupted
    }

    private func options(_ log: RequestLog) -> ReceiverOptions {
        var options = ReceiverOptions()
        options.port = port
        options.saveDirectory = directory
        options.gracePeriod = Self.gracePeriod
        let sniffer = PartSniffer(form: nil)
        options.sniff = { sniffer.image(in: $0) }
        options.contentDecoder = { ContentCoding(token: $0).map { InflatingDecoder($0) } }
        options.requestEnded = { log.write($0) }
        return options
    }
}
