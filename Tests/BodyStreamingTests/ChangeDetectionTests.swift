import BodyStreaming
import Testing

@Suite struct ChangeDetectionTests {
    static let original = FileIdentity(
        device: 1,
        inode: 2,
        byteCount: 10,
        modificationNanoseconds: 1_000_000_000
    )

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var change: @Sendable (inout FileIdentity) -> Void
        var expected: FileChange?
        var detection = ChangeDetection.default
    }

    static let cases: [Case] = [
        Case(testDescription: "nothing", change: { _ in }, expected: nil),
        Case(testDescription: "device", change: { $0.device = 3 }, expected: .replaced),
        Case(testDescription: "inode", change: { $0.inode = 3 }, expected: .replaced),
        Case(
            testDescription: "smaller",
            change: { $0.byteCount = 9 },
            expected: .shrank(from: 10, to: 9)
        ),
        Case(
            testDescription: "larger",
            change: { $0.byteCount = 11 },
            expected: .grew(from: 10, to: 11)
        ),
        Case(
            testDescription: "100 ms later",
            change: { $0.modificationNanoseconds += 100_000_000 },
            expected: nil
        ),
        Case(
            testDescription: "more than 100 ms later",
            change: { $0.modificationNanoseconds += 100_000_001 },
            expected: .modified
        ),
        Case(
            testDescription: "more than 100 ms earlier",
            change: { $0.modificationNanoseconds -= 100_000_001 },
            expected: .modified
        ),
        Case(
            testDescription: "distance past Int64",
            change: { $0.modificationNanoseconds = .min },
            expected: .modified
        ),
        Case(
            testDescription: "time left out",
            change: { $0.modificationNanoseconds = 0 },
            expected: nil,
            detection: .sizeOnly
        ),
        Case(
            testDescription: "no tolerance",
            change: { $0.modificationNanoseconds += 1 },
            expected: .modified,
            detection: ChangeDetection(modificationTolerance: .zero)
        ),
    ]

    @Test(arguments: cases)
    func tellsChanges(_ testCase: Case) {
        var current = Self.original
        testCase.change(&current)
        let change = testCase.detection.change(from: Self.original, to: current)
        #expect(change == testCase.expected)
    }
}
