import BodyStreaming
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
        var plan = CompressionPlan(elsewhere: .compress)
        var bytes: [UInt8] = []
        for (treatment, part) in parts {
            let start = Int64(bytes.count)
            bytes += part
            try plan.append(treatment, for: start..<Int64(bytes.count))
        }
        bytes += Sample.text(90)
        let compressed = try await Self.compress(bytes, plan)
        let text = try await Self.compress(Sample.text(300_000), CompressionPlan())
        #expect(compressed.count > 600_000)
        let overhead = compressed.count - text.count - 600_000
        #expect(overhead < 2000)
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

    @Test func rangesThatAreNotInOrderAreRefused() throws {
        var plan = CompressionPlan()
        try plan.append(.store, for: 10_000..<20_000)
        let before = plan
        #expect(throws: CompressionError.unorderedRange(19_999..<30_000, offset: 20_000)) {
            try plan.append(.compress, for: 19_999..<30_000)
        }
        #expect(plan == before)
        try plan.append(.compress, for: 20_000..<30_000)
    }

    @Test func randomPlansGiveStreamsThatHoldTheBody() async throws {
        var generator = SeededGenerator(seed: 11)
        let treatments: [CompressionPlan.Treatment] = [.store, .compress, .probe]
        for round in 0..<40 {
            var plan = CompressionPlan(elsewhere: treatments[round % 3])
            var offset: Int64 = 0
            while Bool.random(using: &generator) || offset == 0 {
                let start = offset + Int64.random(in: 0...20_000, using: &generator)
                offset = start + Int64.random(in: 0...90_000, using: &generator)
                let treatment = treatments.randomElement(using: &generator) ?? .store
                try plan.append(treatment, for: start..<offset)
            }
            // The body may end before the last range does, or go on.
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
