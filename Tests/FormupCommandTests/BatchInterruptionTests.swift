import Foundation
import TestSupport
import Testing

/// `formup batch` that is interrupted, or started without what a process usually has.
struct BatchInterruptionTests {
    private let directory: TemporaryDirectory
    private let formup: FormupProcess

    init() throws {
        directory = try TemporaryDirectory()
        formup = FormupProcess(folder: directory.path)
    }

    private func outcomes(_ name: String) throws -> [String] {
        try String(contentsOfFile: directory.path + "/" + name, encoding: .utf8)
            .split(separator: "\n").compactMap { line in
                line.firstMatch(of: /"outcome":"([a-zA-Z]+)"/).map { String($0.output.1) }
            }
    }

    @Test(arguments: [SIGINT, SIGTERM]) func anInterruptionIsOneAlsoWhenAllHasBegun(
        _ signal: CInt
    ) async throws {
        let server = try ScriptedServer(Script.silence)
        defer { server.stop() }
        _ = try directory.file("a", [1])
        _ = try directory.file("b", [2])
        let running = try RunningFormup(
            folder: directory.path,
            "batch",
            server.url(),
            "a",
            "b",
            "--results",
            "r"
        )
        await server.waitForRequests(2)
        #expect(running.end(by: signal) == 130)
        #expect(try outcomes("r").allSatisfy { ["unknown", "cancelled"].contains($0) })
        #expect(try outcomes("r").count == 2)
    }

    /// A reader that takes nothing blocks the results on standard output; the results file doesn't
    /// wait for it.
    @Test func aReaderThatTakesNothingDoesNotHoldUpAnInterruption() async throws {
        let server = try ScriptedServer(Script.answer(200, String(repeating: "x", count: 4096)))
        defer { server.stop() }
        let count = 200
        let manifest = (0..<count).map { #"{"fields":[{"name":"n","value":"\#($0)"}]}"# }
        _ = try directory.file("m", Array(manifest.joined(separator: "\n").utf8))
        let running = try RunningFormup(
            folder: directory.path,
            "batch",
            server.url(),
            "--manifest",
            "m",
            "--json",
            "--results",
            "r",
            "-s"
        )
        // The pipe takes 15 results of this size; what follows has to wait.
        await server.waitForRequests(12)
        let begin = ContinuousClock.now
        #expect(running.end(by: SIGINT) == 130)
        #expect(begin.duration(to: .now) < .seconds(2))
        #expect(try outcomes("r").count == count)
    }

    @Test func aStandardStreamThatIsClosedIsNothingElse() async throws {
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        _ = try directory.file("a", [1])
        let results = { (name: String) in
            try String(contentsOfFile: directory.path + "/" + name, encoding: .utf8)
        }
        let run = "$FORMUP batch \(server.url()) a --json --results"
        #expect(try formup.shell("\(run) r1 >&-").status == 1)
        #expect(try formup.shell("\(run) r2 2>&-").status == 0)
        #expect(try formup.shell("\(run) r3 <&- 2>&-").status == 0)
        #expect(try formup.shell("\(run) r4 <&- >&- 2>&-").status == 1)
        for name in ["r1", "r2", "r3", "r4"] {
            #expect(try outcomes(name) == ["succeeded"])
            #expect(try results(name).split(separator: "\n").count == 2)
        }
    }

    /// curl/curl#20740, aws/aws-sdk-php#318, discourse/discourse#28806: files are opened when they
    /// are queued, and descriptors run out.
    @Test func noMoreUploadsAreBegunThanThereAreDescriptorsFor() async throws {
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        let names = (0..<100).map { "\($0).bin" }
        for name in names { _ = try directory.file(name, Array(name.utf8)) }
        let run = "$FORMUP batch \(server.url()) *.bin -j 100 --results"
        let limited = try formup.shell("ulimit -n 64 && \(run) r1")
        #expect(
            limited.status == 0 && limited.error.contains("enough for 24 uploads at once, not 100")
        )
        let raised = try formup.shell("ulimit -Sn 64 && \(run) r2")
        #expect(raised.status == 0 && !raised.error.contains("ulimit"))
        #expect(try outcomes("r1") == outcomes("r2"))
    }

    @Test func whatCantBeWrittenIsToldBeforeAnythingIsSent() async throws {
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        _ = try directory.file("a", [1])
        for flag in ["--results", "--summary", "--failures"] {
            let outcome = try formup.run("batch", server.url(), "a", flag, "no/file")
            #expect(outcome.status == 2 && outcome.error.contains("no/file"))
        }
        let outcome = try formup.run("batch", server.url(), "a", "--results", "a")
        #expect(outcome.status == 2 && outcome.error.contains("no results file"))
        #expect(server.requests.isEmpty)
    }
}
