import BodyStreaming
import Formup
import UploadHTTP

/// `formup post`: sends a form.
package struct PostVerb: Verb {
    package static let description = VerbDescription(
        name: "post",
        synopsis: "URL [form flags] [request flags]",
        summary: "Send a form",
        discussion: [
            "The answer goes to standard output, or to a file. A status of 400 or more is a "
                + "failure. Nothing is sent twice unless that is safe, and an upload whose answer "
                + "was lost is told as unknown."
        ]
    )

    package static let flags: [Flag<PostVerb>] =
        FormArguments.flags.map { $0.lifted(to: \PostVerb.form) }
        + RequestArguments.flags.map { $0.lifted(to: \PostVerb.request) } + [
            Flag(
                "output",
                short: "o",
                .required("FILE"),
                completion: .file,
                section: section,
                default: "standard output",
                help: "Where the answer goes; written under a temporary name and renamed"
            ) { verb, value in
                verb.output = value.path == "-" ? nil : value.path
            },
            Flag(
                "silent",
                short: "s",
                section: section,
                default: "a progress bar, if standard error is a terminal",
                help: "Show no progress; errors are told all the same"
            ) { verb, _ in
                verb.isSilent = true
            },
            Flag(
                "verbose",
                short: "v",
                section: section,
                default: "off",
                help: "Tell on standard error what is sent and received, without secrets"
            ) { verb, _ in
                verb.isVerbose = true
            },
            Flag(
                "json",
                section: section,
                default: "off",
                help: "Print what became of the upload as one JSON object, with the answer"
            ) { verb, _ in
                verb.printsJSON = true
            },
        ]

    private static let section = "Output"

    private var form = FormArguments()
    private var request = RequestArguments()
    private var url: RequestURL?
    private var output: LocalPath?
    private var isSilent = false
    private var isVerbose = false
    private var printsJSON = false

    package init() {}

    package mutating func take(operands: [[UInt8]]) throws(CommandFailure) {
        guard operands.count == 1 else {
            throw .usage(
                "post takes one URL, not \(operands.count); a part is -F, --field or --file"
            )
        }
        let text = String(decoding: operands[0], as: UTF8.self)
        url = try CommandFailure.catching { () throws(RequestError) in try RequestURL(text) }
        if let output {
            // An answer that can't be kept is lost, and what it answers may have been carried out.
            if let number = FileInspection.refusalToReplace(output) {
                throw .usage("\(output): \(SystemErrorText.words(for: number))")
            }
            if !FileInspection.isPipe(output) {
                request.options.responseDestination = .file(output)
            }
        }
        try request.prepare(&form)
    }

    package consuming func run() async throws(CommandFailure) -> ExitStatus {
        guard let url else { preconditionFailure("the operands were not taken") }
        let request = try request.request(for: try await form.encode(), to: url)
        let transport = AutomaticTransport(self.request.configuration)
        let session = try await self.request.session(over: transport)
        let progress = ProgressDisplay(
            total: request.body?.length,
            isEnabled: !isSilent && StandardStream.error.isTerminal
        )
        let log = isVerbose ? TransferLog(progress.printLine) : nil
        let result = await session.send(request) { event in
            if case .progress(let transfer) = event { progress.update(sent: transfer.acknowledged) }
            log?.take(event)
        }
        progress.finish(sent: result.outcome == .succeeded ? request.body?.length : nil)
        let report = UploadReport(result, wasInterrupted: Task.isCancelled)
        if printsJSON {
            try StandardStream.output.write(report.json + "\n")
        }
        if case .bytes(let bytes)? = result.response?.body { try write(answer: bytes) }
        if let message = report.message { Diagnostics.report(message) }
        return report.status
    }

    /// Writes an answer that is in memory: to standard output, or to a pipe.
    private func write(answer bytes: [UInt8]) throws(CommandFailure) {
        if let output {
            let file = try OutputFile(output)
            try file.write(bytes)
            try file.commit()
        } else if !printsJSON {
            try StandardStream.output.write(bytes)
        }
    }
}
