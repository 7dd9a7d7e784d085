import BodyStreaming
import MultipartFormData
import UploadReceiver
import ZlibCompression

/// `formup inspect`: shows what a server would see in the body of a form.
package struct InspectVerb: Verb {
    package static let description = VerbDescription(
        name: "inspect",
        synopsis: "[--content-type T] FILE|-",
        summary: "Show what a server would see in an encoded body",
        discussion: [
            "A line a part: its index, offset and length in bytes, type, size in pixels, name and "
                + "file name. Memory doesn't grow with the body. What breaks the rules of a form "
                + "is an error that names the offset, after the parts that came whole before it.",
            "A body in gzip is undone by itself; offsets count in the decoded body then.",
        ],
        operands: .file
    )

    package static let flags: [Flag<InspectVerb>] = [
        Flag(
            "content-type",
            .required("T"),
            section: section,
            default: "the boundary is guessed from the first delimiter line",
            help: "The value of the Content-Type field that came with the body"
        ) { (verb, value) throws(CommandFailure) in
            verb.contentType = try value.text()
        },
        Flag(
            "content-encoding",
            .required("CODING"),
            completion: .words(ContentCoding.allCases.map(\.rawValue)),
            section: section,
            default: "none, or gzip if the body begins so",
            help: "The value of the Content-Encoding field that came with the body"
        ) { (verb, value) throws(CommandFailure) in
            verb.coding = try value.word(of: ContentCoding.allCases.map { ($0.rawValue, $0) })
        },
        Flag(
            "extract",
            .required("DIR"),
            completion: .file,
            section: section,
            default: "off",
            help: "Write the content of each part to a file in DIR; what exists stays as it is"
        ) { verb, value in
            verb.directory = value.path
        },
        Flag(
            "json",
            section: section,
            default: "off",
            help: "Print a JSON object a part, with its header and its SHA-256 digest"
        ) { verb, _ in
            verb.printsJSON = true
        },
    ]

    private static let section = "Inspecting"
    private static let chunkByteCount = 65_536
    private static let gzipSignature: [UInt8] = [0x1F, 0x8B]

    private var source: LocalPath = "-"
    private var contentType: String?
    private var coding: ContentCoding?
    private var directory: LocalPath?
    private var printsJSON = false

    package init() {}

    package mutating func take(operands: [[UInt8]]) throws(CommandFailure) {
        guard operands.count == 1, let operand = operands.first else {
            throw .usage("inspect takes one file; - is standard input")
        }
        source = LocalPath(bytes: operand)
    }

    package consuming func run() async throws(CommandFailure) -> ExitStatus {
        let boundary = try boundary()
        let isStandardInput = source == "-"
        let body = try isStandardInput ? StandardInput.body() : file()
        var chunks = body.chunks(of: Self.chunkByteCount).makeAsyncIterator()
        var chunk = try await next(&chunks)
        while let begun = chunk, begun.count < Self.gzipSignature.count,
            let more = try await next(&chunks)
        {
            chunk = begun + more
        }
        if coding == nil, chunk?.starts(with: Self.gzipSignature) == true {
            Diagnostics.report("\(label): the body is in gzip; offsets count in what it decodes to")
            coding = .gzip
        }
        var inspection = FormInspection(
            label: label,
            boundary: boundary,
            decoder: coding.map { InflatingDecoder($0) },
            options: try options(form: coding == nil && !isStandardInput ? source : nil),
            report: PartReport(isJSON: printsJSON)
        )
        while let bytes = chunk {
            try inspection.take(bytes.span)
            chunk = try await next(&chunks)
        }
        try inspection.finish()
        return .success
    }

    private var label: String { source == "-" ? "standard input" : source.description }

    private func boundary() throws(CommandFailure) -> Boundary? {
        guard let contentType else { return nil }
        return try CommandFailure.catching { () throws(MultipartParserError) in
            try Boundary(contentType: contentType)
        }
    }

    private func file() throws(CommandFailure) -> Body {
        try CommandFailure.catching { () throws(BodyError) in try Body(file: source) }
    }

    private func next(_ chunks: inout BodyChunks.Iterator) async throws(CommandFailure) -> [UInt8]?
    {
        do {
            return try await chunks.next()
        } catch {
            throw CommandFailure(error, output: StandardStream.output.label)
        }
    }

    private func options(form: LocalPath?) throws(CommandFailure) -> ReceiverOptions {
        var options = ReceiverOptions()
        options.parserOptions.maximumPartCount = .max
        // The table has no digests.
        options.digestsParts = printsJSON
        if let contentType {
            // Only the parts of a form need names.
            let type = contentType.prefix { $0 != ";" && $0 != " " }
            options.parserOptions.requiresNames = type.lowercased() == "multipart/form-data"
        }
        let sniffer = PartSniffer(form: form)
        options.sniff = { sniffer.image(in: $0) }
        guard let directory else { return options }
        do {
            try SaveDirectory.prepare(directory)
        } catch {
            throw .usage("\(directory): \(SystemErrorText.words(for: error.number))")
        }
        options.saveDirectory = directory
        options.savesFields = true
        return options
    }
}
