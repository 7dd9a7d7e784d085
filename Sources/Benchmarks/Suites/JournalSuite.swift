import BatchUpload
import BenchmarkHarness
import BodyStreaming

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Writing the results file of a batch, and reading it for a later run.
enum JournalSuite: BenchmarkSuite {
    static func cases(in environment: BenchmarkEnvironment) -> [BenchmarkCase] {
        let fixtures = environment.fixtures
        let count = environment.sizes.lineCount
        let writing = BenchmarkCase("journal/write", Work(count, .lines)) { meter in
            try await write(count, fixtures, meter)
        }
        let tasks = BenchmarkCase("journal/write/16", Work(count, .lines), deterministic: []) {
            meter in
            let journal = try newJournal(fixtures)
            return try await meter.measure {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for task in 0..<16 {
                        group.addTask {
                            for index in stride(from: task, to: count / 2, by: 16) {
                                try await append(index, to: journal)
                            }
                        }
                    }
                    try await group.waitForAll()
                }
            }
        }
        let reading = BenchmarkCase("journal/read", Work(count, .lines)) { meter in
            _ = try await write(count, fixtures, Meter(measuresMemory: false))
            return try await meter.measure {
                let index = try JournalIndex(path: fixtures.path("journal"))
                guard index.count == count / 2, index.tornLineCount == 0 else {
                    throw BenchmarkFailure.failure("\(index.count) items were found")
                }
            }
        }
        let growing = BenchmarkCase.growing("journal.lines", Work(count, .lines)) { count, meter in
            try await write(count, fixtures, meter)
        }
        return [writing, tasks, reading] + growing
    }

    private static func write(
        _ lineCount: Int,
        _ fixtures: Fixtures,
        _ meter: Meter
    ) async throws -> Sample {
        let journal = try newJournal(fixtures)
        return try await meter.measure {
            for index in 0..<(lineCount / 2) { try await append(index, to: journal) }
        }
    }

    static func newJournal(_ fixtures: Fixtures) throws -> Journal {
        let path = fixtures.path("journal")
        path.removeFile()
        return try Journal(path: path)
    }

    /// The two lines of an item.
    private static func append(_ index: Int, to journal: Journal) async throws {
        let key = ItemKey(high: 1, low: UInt64(index))
        let identifier = "photo-\(index)"
        try await journal.append(StartedLine(index: index, identifier: identifier, key: key))
        var line = ResultLine(
            index: index,
            identifier: identifier,
            key: key,
            outcome: .succeeded,
            url: "http://127.0.0.1/",
            paths: ["/photos/2026/photo.jpg"]
        )
        line.status = 201
        line.attempts = 1
        line.bytesSent = 45_000
        try await journal.append(line)
    }
}
