import BodyStreaming
import Synchronization
import TestSupport
import Testing
import ZlibCompression

@Suite struct CompressionPlanTests {
    private static func compress(
        _ bytes: [UInt8],
        level: Int = 6,
        _ plan: CompressionPlan
    ) async throws -> [UInt8] {
        let options = try CompressionOptions(level: level, plan: plan)
        let compressed = try await Body(bytes).compressed(options: options).collected()
        #expect(try OneShot.inflate(compressed) == bytes)
        return compressed
    }

    @Test func storedBytesStandInTheStreamAsTheyAre() async throws {
        let bytes = Sample.text(70_000)
        let compressed = try await Self.compress(bytes, CompressionPlan(elsewhere: .store))
        var expected: [UInt8] = [0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 0xFF]
        expected += [0x00, 0xFF, 0xFF, 0x00, 0x00] + bytes[..<65_535]
        // 4465 bytes are left.
        expected += [0x01, 0x71, 0x11, 0x8E, 0xEE] + bytes[65_535...]
        #expect(compressed.dropLast(8) == expected[...])
    }

    @Test func levelZeroStoresWhateverThePlanSays() async throws {
        let bytes = Sample.text(20_000)
        let compressed = try await Self.compress(
            bytes,
            level: 0,
            CompressionPlan(elsewhere: .compress)
        )
        #expect(compressed.count == 20_023)
    }

    @Test func aFormOfPicturesAndTextIsStoredAndCompressedInOneStream() async throws {
        let parts: [(CompressionPlan.Treatment, [UInt8])] = [
            (.compress, Sample.text(180)),
            (.store, Sample.noise(300_000, seed: 1)),
            (.compress, Sample.text(200)),
            (.probe, Sample.noise(300_000, seed: 2)),
            (.compress, Sample.text(50)),
            (.probe, Sample.text(300_000)),
            (.store, Sample.noise(100)),
            (.store, []),
        ]
        let plan = CompressionPlan(
            parts.map { CompressionPlan.Run($0, byteCount: Int64($1.count)) },
            elsewhere: .compress
        )
        var bytes = parts.flatMap(\.1)
        bytes += Sample.text(90)
        let compressed = try await Self.compress(bytes, plan)
        let text = try await Self.compress(Sample.text(300_000), CompressionPlan())
        #expect(compressed.count > 600_000)
        let overhead = compressed.count - text.count - 600_000
        #expect(overhead < 3000)
    }

    @Test(
        arguments: [
            ("text", Sample.text(300_000), true),
            ("noise", Sample.noise(300_000), false),
            ("a bitmap", Sample.bitmap(300_000), true),
            ("Base64", Sample.base64(300_000), true),
        ] as [(String, [UInt8], Bool)]
    )
    func aProbeTellsWhatShrinks(_ what: String, _ bytes: [UInt8], _ shrinks: Bool) async throws {
        let compressed = try await Self.compress(bytes, CompressionPlan(elsewhere: .probe))
        #expect((compressed.count < 250_000) == shrinks, "\(what): \(compressed.count)")
        // What isn't compressed costs no more than the headers of stored blocks.
        #expect(compressed.count <= 300_048)
    }

    @Test func eachBlockIsProbedForItself() async throws {
        let bytes = Sample.noise(262_144) + Sample.text(262_144) + Sample.noise(262_144)
        let compressed = try await Self.compress(bytes, CompressionPlan())
        #expect(compressed.count > 524_288)
        #expect(compressed.count < 636_432)
    }

    @Test func whatIsToBeStoredIsNotLookedAt() async throws {
        let bytes = Sample.text(300_000)
        let plan = CompressionPlan([CompressionPlan.Run(.store, byteCount: 200_000)])
        let compressed = try await Self.compress(bytes, plan)
        #expect(compressed.count > 200_000)
        #expect(compressed.count < 230_000)
    }

    /// An end of a block costs bytes, and a look back at those before: it must pay.
    @Test func shortRunsAreTreatedLikeWhatStandsBefore() async throws {
        let text = Sample.text(400_000)
        let whole = try await Self.compress(text, CompressionPlan(elsewhere: .compress))
        let runs = (0..<100).flatMap { _ in
            [
                CompressionPlan.Run(.compress, byteCount: 10), .init(.store, byteCount: 3990),
                .init(.probe, byteCount: 0), .init(.store, byteCount: -1),
            ]
        }
        let plan = CompressionPlan(runs, elsewhere: .compress)
        #expect(try await Self.compress(text, plan) == whole)
    }

    @Test func runsOfOneTreatmentAreOne() async throws {
        let text = Sample.text(400_000)
        let whole = try await Self.compress(text, CompressionPlan(elsewhere: .store))
        let runs = (0..<40_000).map { _ in CompressionPlan.Run(.store, byteCount: 10) }
        #expect(try await Self.compress(text, CompressionPlan(runs)) == whole)
    }

    @Test func aRunMayBeLongerThanAnyBody() async throws {
        let runs = [CompressionPlan.Run(.store, byteCount: 10), .init(.store, byteCount: .max)]
        let compressed = try await Self.compress(Sample.text(20_000), CompressionPlan(runs))
        #expect(compressed.count == 20_023)
    }

    /// A plan for a form of a hundred thousand parts is made as its bytes are read.
    @Test func runsAreAskedForAsTheBytesAreRead() async throws {
        let askedCount = Counter()
        let plan = CompressionPlan(
            Runs(askedCount: askedCount, count: 1_000_000),
            elsewhere: .compress
        )
        let options = try CompressionOptions(plan: plan)
        _ = try await Body(Sample.text(50_000)).compressed(options: options).collected()
        // The last run that is needed, and those of which one may have to be joined to it.
        #expect((5...6).contains(askedCount.value))
    }

    @Test func randomPlansGiveStreamsThatHoldTheBody() async throws {
        var generator = SeededGenerator(seed: 11)
        let treatments: [CompressionPlan.Treatment] = [.store, .compress, .probe]
        for round in 0..<60 {
            var runs: [CompressionPlan.Run] = []
            while Bool.random(using: &generator) || runs.isEmpty {
                let most: Int64 = Bool.random(using: &generator) ? 6000 : 90_000
                let byteCount = Int64.random(in: 0...most, using: &generator)
                let treatment = treatments.randomElement(using: &generator) ?? .store
                runs.append(CompressionPlan.Run(treatment, byteCount: byteCount))
            }
            let plan = CompressionPlan(runs, elsewhere: treatments[round % 3])
            let offset = runs.reduce(0) { $0 + $1.byteCount }
            // The body may end before the last run does, or go on.
            let byteCount = Int.random(in: 0...Int(offset) + 1000, using: &generator)
            let seed = UInt64(round)
            let bytes =
                Bool.random(using: &generator)
                ? Sample.text(byteCount, seed: seed) : Sample.noise(byteCount, seed: seed)
            var options = try CompressionOptions(level: round % 10, plan: plan)
            options.blockByteCount = 65_536
            options.workerCount = 1 + round % 3
            let compressed = try await Body(bytes).compressed(.deflate, options: options)
                .collected()
            #expect(try OneShot.inflate(compressed, coding: .deflate) == bytes)
        }
    }
}

/// A counter that any thread may use.
private final class Counter: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    func increment() { count.withLock { $0 += 1 } }
}

/// Runs of 10 000 bytes, treated in two ways by turns, that count how many were asked for.
private struct Runs: Sequence, Sendable {
    let askedCount: Counter
    let count: Int

    func makeIterator() -> AnyIterator<CompressionPlan.Run> {
        var index = 0
        return AnyIterator {
            guard index < count else { return nil }
            index += 1
            askedCount.increment()
            return CompressionPlan.Run(index % 2 == 0 ? .store : .probe, byteCount: 10_000)
        }
    }
}
