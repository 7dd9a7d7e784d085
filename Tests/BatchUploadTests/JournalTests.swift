import BatchUpload
import BodyStreaming
import Foundation
import TestSupport
import Testing
import UploadHTTP

@Suite(.timeLimit(.minutes(1))) struct JournalTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
    }

    private var path: LocalPath { LocalPath(folder.path + "/results.jsonl") }

    private var text: String {
        get throws { try String(contentsOfFile: path.string, encoding: .utf8) }
    }

    private static func key(_ number: UInt64) -> ItemKey { ItemKey(high: 0, low: number) }

    private func result(_ number: UInt64, _ outcome: OutcomeKind) -> ResultLine {
        ResultLine(
            index: Int(number),
            identifier: "\(number)",
            key: Self.key(number),
            outcome: outcome,
            url: "http://127.0.0.1/",
            paths: []
        )
    }

    private func started(_ number: UInt64) -> StartedLine {
        StartedLine(index: Int(number), identifier: "\(number)", key: Self.key(number))
    }

    // MARK: Lines

    @Test func theLinesHaveTheirDocumentedForm() async throws {
        let journal = try Journal(path: path)
        try await journal.append(StartedLine(index: 3, identifier: "7", key: Self.key(255)))
        var fields = HeaderFields()
        try fields.append("Location", "/1")
        try fields.append("Set-Cookie", "session=secret")
        try fields.append("Vary", "A")
        try fields.append("vary", "B")
        var line = ResultLine(
            index: 3,
            identifier: "7",
            key: Self.key(255),
            outcome: .failed,
            url: "https://example.org/up",
            paths: ["a.jpg", "\u{1B}b"]
        )
        line.status = 503
        line.attempts = 4
        line.bytesSent = 1234
        line.duration = .milliseconds(520)
        line.response = ResultLine.Answer(fields: fields, body: "no\n")
        line.error = ResultLine.Failure(kind: "status", message: "busy", isRetryable: true)
        try await journal.append(line)
        let key = "000000000000000000000000000000ff"
        let expected =
            #"{"v":1,"index":3,"id":"7","key":"\#(key)","started":true}"# + "\n"
            + #"{"v":1,"index":3,"id":"7","key":"\#(key)","outcome":"failed","status":503,"#
            + #""attempts":4,"bytesSent":1234,"seconds":0.520,"url":"https://example.org/up","#
            + #""paths":["a.jpg","\u001bb"],"response":{"headers":{"Location":"/1","#
            + #""Set-Cookie":"[redacted]","Vary":"A, B"},"body":"no\n"},"#
            + #""error":{"kind":"status","message":"busy","retryable":true}}"# + "\n"
        #expect(try text == expected)
    }

    @Test func theFileIsForItsOwnerAlone() throws {
        let old = umask(0)
        defer { umask(old) }
        _ = try Journal(path: path)
        let attributes = try FileManager.default.attributesOfItem(atPath: path.string)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func twoBatchesDontWriteOneFile() throws {
        let journal = try Journal(path: path)
        #expect(throws: BatchError.self) { try Journal(path: path) }
        #expect(journal.path == path)
    }

    @Test(arguments: ["{\"id\":\"1\"}\n", "\u{FFFD}\u{FFFD}", "a.jpg\nb.jpg\n", "[\n", "\na.jpg\n"])
    func aFileThatIsNoResultsFileIsLeftAlone(_ content: String) throws {
        _ = try folder.file("results.jsonl", Array(content.utf8))
        let error = #expect(throws: BatchError.self) { try Journal(path: path) }
        #expect(error.map { "\($0)" } == "\(path) is there and is no results file")
        #expect(try text == content)
    }

    @Test(arguments: ["", "{", "{\"v\"\n", "{\"v\":1,\"in\n{\"v\":1"])
    func aCrashInTheFirstLineLeavesAResultsFile(_ content: String) throws {
        _ = try folder.file("results.jsonl", Array(content.utf8))
        _ = try Journal(path: path)
        #expect(try text.hasPrefix(content))
    }

    @Test func aTornLastLineIsEndedAndLeftOut() async throws {
        let whole = #"{"v":1,"index":0,"id":"0","key":"\#(Self.key(1))","outcome":"succeeded"}"#
        _ = try folder.file("results.jsonl", Array((whole + "\n{\"v\":1,\"ind").utf8))
        let journal = try Journal(path: path)
        let index = try JournalIndex(path: path)
        #expect(index.tornLineCount == 1 && index.count == 1)
        try await journal.append(started(2))
        #expect(
            try text == whole + "\n{\"v\":1,\"ind\n"
                + #"{"v":1,"index":2,"id":"2","key":"\#(Self.key(2))","started":true}"# + "\n"
        )
    }

    /// A descriptor that is closed twice is somebody else's the second time.
    @Test func aRefusedResultsFileClosesNobodysDescriptor() async throws {
        let journal = try Journal(path: path)
        async let refusals = Task.detached { [path] in
            (0..<2000).count { _ in (try? Journal(path: path)) == nil }
        }.value
        async let others = Task.detached {
            (0..<2000).count { _ in
                let descriptor = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
                sched_yield()
                return close(descriptor) == 0
            }
        }.value
        #expect(await refusals == 2000)
        #expect(await others == 2000)
        try await journal.append(started(1))
    }

    /// Every length at which a crash can leave the file: what was whole counts, the rest doesn't.
    @Test func everyShorterFileIsUsable() async throws {
        let journal = try Journal(path: path)
        for number in 1...2 as ClosedRange<UInt64> {
            try await journal.append(started(number))
            try await journal.append(result(number, .succeeded))
        }
        let bytes = Array(try text.utf8)
        for count in 0...bytes.count {
            let cut = try folder.file("cut", Array(bytes[..<count]))
            let index = try JournalIndex(path: cut)
            let lines = bytes[..<count].split(separator: 0x0A)
            let isTorn = count > 0 && bytes[count - 1] != 0x0A && bytes[count...].first != 0x0A
            #expect(index.tornLineCount == (isTorn ? 1 : 0))
            let wholeCount = lines.count - (isTorn ? 1 : 0)
            #expect(index.count == (wholeCount + 1) / 2)
        }
    }

    @Test func aFullDiskIsAnErrorAndStaysOne() async throws {
        #if os(Linux)
        let journal = try Journal(path: "/dev/full")
        for _ in 0..<3 {
            let error = await #expect(throws: BatchError.self) {
                try await journal.append(started(1))
            }
            #expect(
                error.map { "\($0)" }
                    == "can't write the results file /dev/full: No space left on device (errno 28)"
            )
        }
        #endif
    }

    @Test func aFileThatWasRemovedMeanwhileIsNoSuccess() async throws {
        let journal = try Journal(path: path)
        try await journal.append(started(1))
        try journal.synchronize()
        try FileManager.default.removeItem(atPath: path.string)
        try await journal.append(result(1, .succeeded))
        #expect(throws: BatchError.self) { try journal.synchronize() }
    }

    @Test func aFileThatCantBeOpenedIsNamed() {
        let error = #expect(throws: BatchError.self) { try Journal(path: "/nowhere/x") }
        #expect(
            error.map { "\($0)" }
                == "can't open the results file /nowhere/x: No such file or directory (errno 2)"
        )
    }

    @Test func linesOfManyTasksStayWhole() async throws {
        let journal = try Journal(path: path)
        try await withThrowingTaskGroup { group in
            for task in 0..<8 as Range<UInt64> {
                group.addTask {
                    for number in 0..<200 as Range<UInt64> {
                        try await journal.append(started(task * 1000 + number))
                    }
                }
            }
            try await group.waitForAll()
        }
        try journal.synchronize()
        let index = try JournalIndex(path: path)
        #expect(index.count == 1600 && index.tornLineCount == 0)
    }

    // MARK: What a later run makes of it

    static let histories: [([OutcomeKind?], ResumeDecision, ResumeDecision)] = [
        ([], .send, .send),
        ([nil, .succeeded], .skip, .skip),
        ([nil, .failed], .send, .send),
        ([nil, .cancelled], .send, .send),
        ([.skipped], .send, .send),
        ([nil], .report(.unknown, isRecorded: false), .send),
        ([nil, .unknown], .report(.unknown, isRecorded: true), .send),
        ([nil, .respondedEarly], .report(.respondedEarly, isRecorded: true), .send),
        // Later lines count.
        ([nil, .failed, nil, .succeeded], .skip, .skip),
        ([nil, .succeeded, nil, .failed], .send, .send),
        ([nil, .succeeded, nil], .report(.unknown, isRecorded: false), .send),
        // What was not begun is as it was before.
        ([nil, .succeeded, .cancelled], .skip, .skip),
        ([nil, .unknown, .skipped], .report(.unknown, isRecorded: true), .send),
        ([nil, .unknown, .failed], .report(.unknown, isRecorded: true), .send),
    ]

    /// tus/TUSKit#169
    @Test(arguments: histories.indices) func aHistorySaysWhatToDo(_ number: Int) async throws {
        let (outcomes, decision, repeatable) = Self.histories[number]
        let journal = try Journal(path: path)
        for outcome in outcomes {
            if let outcome {
                try await journal.append(result(1, outcome))
            } else {
                try await journal.append(started(1))
            }
        }
        let index = try JournalIndex(path: path)
        #expect(index.decision(for: Self.key(1), isRepeatable: false) == decision)
        #expect(index.decision(for: Self.key(1), isRepeatable: true) == repeatable)
        #expect(index.decision(for: Self.key(2), isRepeatable: false) == .send)
    }

    @Test func aNewerVersionIsRefused() throws {
        let file = try folder.file("new", Array("{\"v\":2,\"what\":[]}\n".utf8))
        let error = #expect(throws: BatchError.self) { try JournalIndex(path: file) }
        #expect(
            error.map { "\($0)" } == "the results file \(file) has version 2 in line 1; "
                + "this program knows version 1"
        )
    }

    static let torn = [
        "{}", "[]", "{\"v\":1}", #"{"v":1,"key":"00","started":true}"#,
        #"{"v":1,"key":"000000000000000000000000000000ff"}"#,
        #"{"v":1,"key":"000000000000000000000000000000ff","outcome":"invented"}"#,
        #"{"v":1,"key":"000000000000000000000000000000ff","started":true,"outcome":"failed"}"#,
    ]

    @Test(arguments: torn) func whatIsNoLineIsCountedAndLeftOut(_ line: String) throws {
        let file = try folder.file("odd", Array((line + "\n").utf8))
        let index = try JournalIndex(path: file)
        #expect(index.tornLineCount == 1 && index.count == 0)
    }

    @Test func aMissingFileIsNamed() {
        #expect(throws: BatchError.self) { try JournalIndex(path: path) }
    }

    // MARK: Merging

    @Test func shardsAreMergedIntoOneLineAnItemInInputOrder() async throws {
        let paths = (0..<2).map { LocalPath(folder.path + "/shard\($0)") }
        let one = try Journal(path: paths[0])
        try await one.append(started(3))
        try await one.append(result(3, .succeeded))
        try await one.append(started(0))
        try await one.append(result(0, .failed))
        try await one.append(started(0))
        try await one.append(result(0, .succeeded))
        try await one.append(started(4))
        let other = try Journal(path: paths[1])
        var busy = result(2, .failed)
        busy.error = ResultLine.Failure(kind: "status", message: "busy", isRetryable: true)
        try await other.append(busy)
        try await other.append(result(1, .succeeded))
        try await other.append(result(1, .cancelled))

        let merge = try JournalMerge(paths)
        var text: [UInt8] = []
        try merge.forEachPiece { text += $0 }
        #expect(text.last == 0x0A)
        let entries = try text.split(separator: 0x0A).map { try JournalEntry($0) }
        #expect(entries.map(\.index) == [0, 1, 2, 3, 4])
        #expect(entries.map(\.outcome) == [.succeeded, .succeeded, .failed, .succeeded, nil])
        let report = merge.report
        #expect(report.counts.succeeded == 3 && report.counts.unknown == 1)
        #expect(report.temporaryFailureCount == 1 && !report.hasOnlyTemporaryFailures)
    }
}
