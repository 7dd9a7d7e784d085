import BodyStreaming
import MultipartFormData

/// `formup explain`: shows the plan of a form, or any bytes of its body, without sending anything.
package struct ExplainVerb: Verb {
    package static let description = VerbDescription(
        name: "explain",
        synopsis: "[form flags] [--json] [--at OFFSET --length N]",
        summary: "Show where each byte of a form comes from",
        discussion: [
            "A line a segment: its offset and length in bytes and its origin. Then the length of "
                + "the body, whether it can be read again, and what known servers may make of "
                + "it. With --at, those bytes of the body and nothing else."
        ]
    )

    package static let flags: [Flag<ExplainVerb>] =
        FormArguments.flags.map { $0.lifted(to: \ExplainVerb.form) } + [
            Flag(
                "json",
                section: section,
                default: "off",
                help: "Print the plan as one JSON object"
            ) { verb, _ in
                verb.printsJSON = true
            },
            Flag(
                "at",
                .required("OFFSET"),
                section: section,
                default: "the plan is shown instead",
                help: "Write bytes of the encoded body, from this offset on"
            ) { (verb, value) throws(CommandFailure) in
                verb.offset = try value.byteCount()
            },
            Flag(
                "length",
                .required("N"),
                section: section,
                default: "to the end",
                help: "How many bytes --at writes"
            ) { (verb, value) throws(CommandFailure) in
                verb.byteCount = try value.byteCount()
            },
        ]

    private static let section = "Output"

    private var form = FormArguments()
    private var printsJSON = false
    private var offset: Int64?
    private var byteCount: Int64?

    package init() {}

    package mutating func take(operands: [[UInt8]]) throws(CommandFailure) {
        try Self.refuse(operands)
        guard byteCount == nil || offset != nil else {
            throw .usage("--length goes with --at")
        }
        guard !printsJSON || offset == nil else {
            throw .usage("--at writes bytes, not --json")
        }
    }

    package consuming func run() async throws(CommandFailure) -> ExitStatus {
        let encoded = try await form.encode()
        if let offset {
            let slice = BodySlice(body: encoded.body, offset: offset, byteCount: byteCount)
            try await slice.write(to: .output)
        } else {
            var output = BufferedOutput(.output)
            let plan = FormPlan(encoded)
            try printsJSON ? plan.writeJSON(to: &output) : plan.writeText(to: &output)
            try output.flush()
        }
        return .success
    }
}
