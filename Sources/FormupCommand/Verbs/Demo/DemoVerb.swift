import BodyStreaming

/// `formup demo`: sends pictures that it makes to a receiver that it starts, and shows the result.
package struct DemoVerb: Verb {
    package static let description = VerbDescription(
        name: "demo",
        synopsis: "[--count N]",
        summary: "Watch a batch of pictures being sent, with nothing to set up",
        discussion: [
            "Makes pictures in a temporary folder, starts a receiver on this machine, sends the "
                + "pictures three at a time and compares what arrived, byte for byte. The receiver "
                + "reads slowly and turns one picture away, so that there is something to see. "
                + "Nothing leaves the machine, and nothing stays behind."
        ]
    )

    package static let flags: [Flag<DemoVerb>] = [
        Flag(
            "count",
            .required("N"),
            section: "Demonstration",
            default: "8",
            help: "How many pictures to make, at most 1000"
        ) { (verb, value) throws(CommandFailure) in
            verb.count = try value.integer(in: 1...1000)
        }
    ]

    private var count = 8

    package init() {}

    package mutating func take(operands: [[UInt8]]) throws(CommandFailure) {
        guard operands.isEmpty else { throw .usage("demo takes nothing but flags") }
    }

    package consuming func run() async throws(CommandFailure) -> ExitStatus {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let pictures: [DemoPicture]
        do {
            pictures = try await DemoPicture.make(count, in: folder)
        } catch is CancellationError {
            throw .interrupted
        } catch {
            throw error as? CommandFailure ?? .failure("\(error)")
        }
        let byteCount = pictures.reduce(0) { $0 + Int64($1.byteCount) }
        Diagnostics.print(
            "Made \(Self.number(of: count)), \(ByteCountText.text(of: byteCount)), in \(folder.path)"
        )
        let batch = try DemoBatch(pictures)
        Diagnostics.print(
            "Sending them to a receiver at \(batch.url), which reads slowly and, on purpose, "
                + "answers one with 503"
        )
        let outcomes = try await batch.run()
        guard !Task.isCancelled else { throw .interrupted }
        try StandardStream.output.write(DemoTable.text(of: outcomes))
        return try conclude(outcomes)
    }

    private func conclude(_ outcomes: [DemoOutcome]) throws(CommandFailure) -> ExitStatus {
        let arrivedCount = outcomes.count { $0.hasArrived }
        let retriedCount = outcomes.count { $0.attemptCount > 1 }
        guard arrivedCount == count else {
            throw .failure("\(count - arrivedCount) of \(Self.number(of: count)) didn't arrive")
        }
        Diagnostics.print(
            "\(Self.number(of: count)) arrived, byte for byte, \(retriedCount) of them after another "
                + "attempt. The pictures are removed again."
        )
        Diagnostics.print("")
        Diagnostics.print("Next, with files of your own; in one terminal:")
        Diagnostics.print("    formup serve --port 8080")
        Diagnostics.print("and in another:")
        Diagnostics.print("    formup batch http://127.0.0.1:8080/ *.jpg")
        return .success
    }

    private static func number(of count: Int) -> String {
        count == 1 ? "1 picture" : "\(count) pictures"
    }
}
