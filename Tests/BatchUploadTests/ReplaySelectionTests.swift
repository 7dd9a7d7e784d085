import BatchUpload
import BodyStreaming
import TestSupport
import Testing
import UploadHTTP

/// What a later batch sends again.
@Suite(.timeLimit(.minutes(1))) struct ReplaySelectionTests {
    private let bench: RecordedBench

    init() throws {
        bench = try RecordedBench()
    }

    /// Answers by the content: `fail…` is refused, `lose…` has no answer, all else succeeds.
    private let transport = ScriptedTransport { (request, _) throws(TransportError) in
        let body = (try? await (request.body ?? Body()).collected()) ?? []
        if body.starts(with: Array("lose".utf8)) {
            throw TransportError(.connectionLost, progress: .sent)
        }
        return .with(body.starts(with: Array("fail".utf8)) ? 400 : 201)
    }

    private func line(_ value: String, _ after: [String] = [], key: String? = nil) -> String {
        var line = ManifestLine(number: 0)
        line.identifier = value
        line.fields = [ManifestLine.Field(name: "n", value: value)]
        line.after = after
        line.idempotencyKey = key
        return String(decoding: (line.json ?? []).dropLast(), as: UTF8.self)
    }

    @Test func whatFailedIsChosenAsItWasDescribed() async throws {
        let manifest = [line("a"), line("fail 1"), line("b"), line("fail 2")]
        let chosen = try await bench.outcome(of: manifest, transport).repeatable
        #expect(Set(chosen.map(\.identifier)) == ["fail 1", "fail 2"])
        #expect(chosen.allSatisfy { $0.fields.map(\.value) == [$0.identifier] })
    }

    @Test(arguments: [false, true]) func whatMayHaveBeenCarriedOutIsChosenIfThatDoesNoHarm(
        _ repeatsUnknown: Bool
    ) async throws {
        let manifest = [line("lose"), line("lose with key", key: "k")]
        let chosen = try await bench.outcome(of: manifest, transport) {
            $0.retriesUnknown = repeatsUnknown
        }
        .repeatable
        #expect(
            Set(chosen.map(\.identifier))
                == (repeatsUnknown ? ["lose", "lose with key"] : ["lose with key"])
        )
    }

    @Test func whatWaitsDoesSoAgainUnlessThatHasSucceeded() async throws {
        let manifest = [
            line("last", ["fail", "a"]), line("fail", ["a"]), line("a"), line("b", ["a"]),
        ]
        let run = try await bench.outcome(of: manifest, transport)
        #expect(run.report.counts.skipped == 1)
        let chosen = Dictionary(
            uniqueKeysWithValues: run.repeatable.map { ($0.identifier, $0.after) }
        )
        #expect(chosen == ["fail": [], "last": ["fail"]])
        // What was chosen is a manifest that can be sent.
        let again = try run.repeatable.map { line in
            String(decoding: try #require(line.json).dropLast(), as: UTF8.self)
        }
        let second = try await bench.outcome(
            of: again,
            ScriptedTransport(status: 201),
            resumes: true
        )
        #expect(second.report.counts.succeeded == 2 && second.repeatable.isEmpty)
    }

    @Test func whatWaitsForSomethingThatIsNotChosenIsNotChosen() async throws {
        let manifest = [
            line("lose"), line("c", ["b"]), line("b", ["lose"]), line("fail"), line("d", ["fail"]),
        ]
        let chosen = try await bench.outcome(of: manifest, transport).repeatable
        #expect(Set(chosen.map(\.identifier)) == ["fail", "d"])
    }

    @Test func whatAStoppedBatchHasNotBegunIsChosen() async throws {
        let manifest = [line("a"), line("fail"), line("b"), line("c", ["a"])]
        let run = try await bench.outcome(of: manifest, transport) {
            $0.maximumConcurrency = 1
            $0.failurePolicy = .failFast
        }
        #expect(run.report.counts.succeeded == 1 && run.report.counts.total == 4)
        #expect(Set(run.repeatable.map(\.identifier)) == ["fail", "b", "c"])
        #expect(run.repeatable.allSatisfy { $0.after.isEmpty })
    }
}
