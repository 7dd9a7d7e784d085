import BatchUpload
import FormupCommand
import Foundation
import TestSupport
import Testing

struct BatchVerbTests {
    private let directory: TemporaryDirectory
    private let formup: FormupProcess

    init() throws {
        directory = try TemporaryDirectory()
        formup = FormupProcess(folder: directory.path)
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    // MARK: Shards

    static let environments: [([String: String], String?)] = [
        (["JOB_COMPLETION_INDEX": "1", "FORMUP_SHARDS": "3"], "1/3"),
        (["SLURM_ARRAY_TASK_ID": "2", "SLURM_ARRAY_TASK_COUNT": "4"], "2/4"),
        (
            [
                "SLURM_ARRAY_TASK_ID": "4", "SLURM_ARRAY_TASK_COUNT": "4",
                "SLURM_ARRAY_TASK_MIN": "1",
            ], "3/4"
        ),
        (["PARALLEL_SEQ": "1", "FORMUP_SHARDS": "2"], "0/2"),
        (["PARALLEL_SEQ": "3", "FORMUP_SHARDS": "2"], nil),
        (["JOB_COMPLETION_INDEX": "1"], nil),
        (["JOB_COMPLETION_INDEX": "x", "FORMUP_SHARDS": "3"], nil),
        (["FORMUP_SHARDS": "3"], nil),
        ([:], nil),
    ]

    @Test(arguments: environments.indices) func theEngineSaysWhichShardItIs(_ index: Int) throws {
        let (variables, expected) = Self.environments[index]
        let environment = ShardEnvironment { variables[$0] }
        if let expected {
            #expect(try environment.shard() == Shard(expected))
        } else {
            let failure = #expect(throws: CommandFailure.self) { try environment.shard() }
            #expect(failure?.status == .usage)
        }
    }

    // MARK: What is shown

    @Test func theLineShowsWhatIsKnownAndFitsTheTerminal() {
        var progress = BatchProgress()
        progress.itemCount = 40
        for _ in 0..<8 { progress.counts.count(.succeeded) }
        for _ in 0..<2 { progress.counts.count(.failed) }
        progress.retryingCount = 1
        progress.sentByteCount = 3 << 20
        progress.fraction = 0.25
        let line = BatchLine(progress, elapsed: .seconds(3))
        #expect(
            line.text()
                == "25 %  10 of 40 done  2 failed  1 retrying  1.0 MiB/s  9 s left"
        )
        #expect(line.text(columns: 24) == "25 %  10 of 40 done")
        #expect(
            line.text(columns: 80)
                == "25 %  [===          ]  10 of 40 done  2 failed  1 retrying  1.0 MiB/s  9 s left"
        )
    }

    @Test func allIsDoneWhenAllHasEndedAndNotWhenAllIsSent() {
        var progress = BatchProgress()
        progress.itemCount = 2
        progress.fraction = 1
        progress.counts.count(.succeeded)
        #expect(BatchLine(progress, elapsed: .zero).text() == "99 %  1 of 2 done")
        progress.counts.count(.succeeded)
        #expect(
            BatchLine(progress, elapsed: .zero).text(columns: 41)
                == "100 %  [==================]  2 of 2 done"
        )
    }

    @Test func nothingIsDividedByZero() {
        #expect(BatchLine(BatchProgress(), elapsed: .zero).text() == "0 done")
        #expect(BatchLine.summary(BatchReport(), elapsed: .zero) == "0 succeeded, in 0 s")
    }

    // MARK: How it exits

    static let statuses: [([(OutcomeKind, Bool)], Int32)] = [
        ([], 0),
        ([(.succeeded, false)], 0),
        ([(.succeeded, false), (.failed, true)], 75),
        ([(.failed, true), (.failed, false)], 1),
        ([(.failed, true), (.unknown, true)], 1),
        ([(.respondedEarly, false)], 1),
        ([(.skipped, false)], 1),
    ]

    @Test(arguments: statuses.indices) func theStatusTellsWhetherAnotherRunHelps(_ index: Int) {
        let (outcomes, status) = Self.statuses[index]
        var report = BatchReport()
        for (outcome, isRetryable) in outcomes { report.count(outcome, isRetryable: isRetryable) }
        #expect(report.exitStatus.rawValue == status)
    }

    // MARK: The command line

    static let wrong: [([String], String)] = [
        ([], "a URL and paths"),
        (["http://127.0.0.1:1/"], "paths behind the URL"),
        (["a.bin"], "a.bin"),
        (["http://127.0.0.1:1/", "a", "--paths-from", "b"], "--paths-from"),
        (["--manifest", "a", "--paths-from", "b"], "--manifest"),
        (["http://127.0.0.1:1/", "a", "--resume"], "--results"),
        (["http://127.0.0.1:1/", "a", "--shard", "3/3"], "3/3"),
        (["http://127.0.0.1:1/", "a", "-j", "0"], "--concurrency"),
        (["--manifest", "absent.jsonl"], "absent.jsonl"),
    ]

    @Test(arguments: wrong.indices) func aWrongLineIsRefusedAndSaysWhy(_ index: Int) throws {
        let (arguments, word) = Self.wrong[index]
        let outcome = try formup.run(["batch"] + arguments)
        #expect(outcome.status == 2)
        #expect(outcome.error.contains(word))
    }

    @Test func aPartThatCanBeReadOnceIsRefused() throws {
        let outcome = try formup.shell(
            "printf x | $FORMUP batch http://127.0.0.1:1/ a -F x=@- --dry-run"
        )
        #expect(outcome.status == 2 && outcome.error.contains("\"x\" can be read once"))
    }

    @Test func aDryRunTellsTheExactLengthsAndSendsNothing() throws {
        _ = try directory.file("a.bin", [1, 2, 3])
        _ = try directory.file("b.bin")
        let outcome = try formup.run([
            "batch", "http://127.0.0.1:1/up?q=1", "a.bin", "b.bin", "--field", "x=y", "--boundary",
            "B", "--dry-run", "--json", "--each-name", "f",
        ])
        #expect(outcome.status == 0)
        let lines = try text(outcome.output).split(separator: "\n").map { line in
            try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            )
        }
        #expect(lines.map { $0["length"] as? Int } == [168 + 3, 168])
        #expect(lines.map { $0["paths"] as? [String] } == [["a.bin"], ["b.bin"]])
    }

    @Test func aFileThatIsntThereFailsItsUploadAlone() throws {
        _ = try directory.file("a.bin", [1])
        let outcome = try formup.run([
            "batch", "http://127.0.0.1:1/", "absent.bin", "a.bin", "--dry-run",
        ])
        #expect(outcome.status == 2)
        #expect(outcome.error.contains("absent.bin"))
        #expect(text(outcome.output).contains("a.bin"))
    }

    @Test func mergingTakesTheLastResultOfEachUpload() throws {
        let line = { (key: String, outcome: String) in
            #"{"v":1,"index":0,"id":"1","key":"\#(key)","outcome":"\#(outcome)"}"# + "\n"
        }
        let key = String(repeating: "0", count: 32)
        _ = try directory.file("a", Array((line(key, "failed") + line(key, "succeeded")).utf8))
        _ = try directory.file("b", Array("{\"v\":1".utf8))
        let outcome = try formup.run(["merge", "a", "b", "-o", "c"])
        #expect(outcome.status == 0)
        #expect(outcome.error.contains("torn"))
        let merged = try String(contentsOfFile: directory.path + "/c", encoding: .utf8)
        #expect(merged == line(key, "succeeded"))
    }
}
