import BatchUpload
import BodyStreaming

/// `formup merge`: joins the results files of the shards of a batch.
package struct MergeVerb: Verb {
    package static let description = VerbDescription(
        name: "merge",
        synopsis: "RESULTS… -o FILE",
        summary: "Join the results files of a batch's shards",
        discussion: [
            "The joined file has one line an upload, its last result, in the order of the input. "
                + "The exit code is that of the whole batch."
        ]
    )

    package static let flags: [Flag<MergeVerb>] = [
        Flag(
            "output",
            short: "o",
            .required("FILE"),
            completion: .file,
            section: "Output",
            default: "standard output",
            help: "Where the joined results go; written under a temporary name and renamed"
        ) { verb, value in
            verb.output = value.path == "-" ? nil : value.path
        }
    ]

    private var paths: [LocalPath] = []
    private var output: LocalPath?

    package init() {}

    package mutating func take(operands: [[UInt8]]) throws(CommandFailure) {
        guard !operands.isEmpty else { throw .usage("merge takes results files") }
        paths = operands.map { LocalPath(bytes: $0) }
    }

    package consuming func run() async throws(CommandFailure) -> ExitStatus {
        let paths = paths
        let merge = try CommandFailure.catching { () throws(BatchError) in
            try JournalMerge(paths)
        }
        if merge.tornLineCount > 0 {
            Diagnostics.report("warning: \(merge.tornLineCount) torn lines are left out")
        }
        do {
            if let output {
                let file = try OutputFile(output, mode: 0o600)
                try merge.forEachPiece { try file.write($0) }
                try file.commit()
            } else {
                try merge.forEachPiece { try StandardStream.output.write($0) }
            }
        } catch {
            throw error as? CommandFailure ?? .failure("\(error)")
        }
        return merge.report.exitStatus
    }
}
