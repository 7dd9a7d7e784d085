import BodyStreaming
import MultipartFormData
import ZlibCompression

/// `formup encode`: writes the body of a form.
package struct EncodeVerb: Verb {
    package static let description = VerbDescription(
        name: "encode",
        synopsis: "[form flags] -o FILE",
        summary: "Write the encoded body of a form",
        discussion: [
            "The value of the Content-Type field that belongs to the body goes to standard error, "
                + "or to a file. Files are written under a temporary name and renamed: either "
                + "all of the body is there or nothing is."
        ]
    )

    package static let flags: [Flag<EncodeVerb>] =
        FormArguments.flags.map { $0.lifted(to: \EncodeVerb.form) } + [
            Flag(
                "output",
                short: "o",
                .required("FILE"),
                completion: .file,
                section: section,
                default: "standard output, unless it is a terminal",
                help: "Where the body goes; - is standard output"
            ) { verb, value in
                verb.output = value.path
            },
            Flag(
                "content-type-to",
                .required("FILE"),
                completion: .file,
                section: section,
                default: "a line on standard error",
                help: "Where the value of the Content-Type field goes"
            ) { verb, value in
                verb.contentTypeOutput = value.path
            },
            Flag(
                "via",
                .required("WAY"),
                completion: .words(ways.map(\.0)),
                section: section,
                default: "auto",
                help: "How the bytes of files move: copy through a buffer; kernel with "
                    + "copy_file_range, sendfile or splice; auto with what is fastest"
            ) { (verb, value) throws(CommandFailure) in
                verb.way = try value.word(of: ways)
            },
            Flag(
                "verbose",
                short: "v",
                section: section,
                default: "off",
                help: "Tell on standard error which way the bytes moved"
            ) { verb, _ in
                verb.isVerbose = true
            },
        ]

    private static let section = "Output"

    private static let ways: [(String, WriteWay)] = [
        ("auto", .automatic), ("copy", .copy), ("kernel", .kernel),
    ]

    private var form = FormArguments()
    private var output: LocalPath?
    private var contentTypeOutput: LocalPath?
    private var way = WriteWay.automatic
    private var isVerbose = false

    package init() {}

    package mutating func take(operands: [[UInt8]]) throws(CommandFailure) {
        try Self.refuse(operands)
        guard output == nil, StandardStream.output.isTerminal else { return }
        throw .usage("the body would go to the terminal; name a file with -o, or - to see it")
    }

    package consuming func run() async throws(CommandFailure) -> ExitStatus {
        let encoded = try await form.encode()
        let body = encoded.body
        let contentType = try ContentTypeOutput(contentTypeOutput)
        let report: WriteReport
        if let output, output != "-" {
            var file = try OutputFile(output)
            report = try await write(body, to: file.descriptor, output.description)
            try file.close()
            // Where the body stands, its type was told.
            try contentType.finish(encoded.form.contentType)
            try file.commit()
        } else {
            let stream = StandardStream.output
            report = try await write(body, to: stream.rawValue, stream.label)
            try contentType.finish(encoded.form.contentType)
        }
        if let coding = encoded.coding {
            Diagnostics.print("Content-Encoding: \(coding.rawValue)")
        }
        if isVerbose { Diagnostics.print("\(report)") }
        return .success
    }

    private func write(
        _ body: Body,
        to descriptor: CInt,
        _ label: String
    ) async throws(CommandFailure) -> WriteReport {
        do {
            return try await body.write(to: descriptor, via: way)
        } catch {
            throw CommandFailure(error, output: label)
        }
    }
}
