import TestSupport
import Testing
import ZlibCompression

@Suite struct DeflaterTests {
    @Test(arguments: [
        (
            CompressionFormat.gzip,
            [
                0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xFF,
                0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00,
                0x86, 0xA6, 0x10, 0x36, 0x05, 0x00, 0x00, 0x00,
            ] as [UInt8]
        ),
        // aio-libs/aiohttp#4506, getsentry/relay#1122, vectordotdev/vector#9121: what HTTP calls
        // `deflate` is the zlib format.
        (
            .zlib,
            [
                0x78, 0x9C, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x06, 0x2C, 0x02, 0x15,
            ]
        ),
        (.raw, [0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]),
    ])
    func helloHasTheseBytes(_ format: CompressionFormat, _ expected: [UInt8]) throws {
        #expect(try OneShot.deflate(Array("hello".utf8), format: format) == expected)
    }

    @Test(arguments: CompressionFormat.allCases, Array(Deflater.levels))
    func everyStrategyOfEveryLevelRoundTrips(_ format: CompressionFormat, _ level: Int) throws {
        let bytes = Sample.text(20_000) + Sample.noise(5000) + [UInt8](repeating: 0, count: 9000)
        for strategy in CompressionStrategy.allCases {
            let compressed = try OneShot.deflate(
                bytes,
                format: format,
                level: level,
                strategy: strategy
            )
            #expect(try OneShot.inflate(compressed, format: format) == bytes)
        }
    }

    // tayloraswift/swift-png#64, 1024jp/GzipSwift: tiny inputs crash, or give no stream at all.
    @Test(arguments: 0...8)
    func tinyInputsAreWholeStreams(_ byteCount: Int) throws {
        let bytes = [UInt8](1...9).prefix(byteCount)
        for format in CompressionFormat.allCases {
            let compressed = try OneShot.deflate(Array(bytes), format: format)
            #expect(try OneShot.inflate(compressed, format: format) == Array(bytes))
        }
        #expect(try OneShot.deflate(Array(bytes)).count >= 20)
    }

    @Test func stepsOfAnySizeMakeNoDifference() throws {
        let bytes = Sample.text(30_000)
        let expected = try OneShot.deflate(bytes)
        for (inputByteCount, outputByteCount) in [(1, 65_536), (7, 1), (4096, 13), (30_000, 2)] {
            var deflater = try Deflater()
            let compressed = try OneShot.deflate(
                bytes.span,
                with: &deflater,
                inputByteCount: inputByteCount,
                outputByteCount: outputByteCount
            )
            #expect(compressed == expected)
        }
    }

    // 1024jp/GzipSwift#22, 1024jp/GzipSwift#45: slices and memory in several pieces give wrong
    // output when the compressor keeps a pointer to them.
    @Test func slicesThatDoNotStartAtZeroAreReadWhereTheyAre() throws {
        let bytes = Sample.text(40_000)
        let expected = try OneShot.deflate(Array(bytes[3...]))
        var deflater = try Deflater()
        let slice = bytes[3...]
        var compressed = try OneShot.deflate(slice.span, with: &deflater)
        #expect(compressed == expected)

        deflater.reset()
        compressed = []
        for start in stride(from: 3, to: bytes.count, by: 8192) {
            // Each piece has memory of its own, which is gone before the next call.
            let piece = Array(bytes[start..<min(start + 8192, bytes.count)])
            let isLast = start + 8192 >= bytes.count
            try compressed.append(addingCapacity: 65_536) { output throws(CompressionError) in
                let progress = try deflater.compress(
                    piece.span,
                    flush: isLast ? .finish : .none,
                    into: &output
                )
                #expect(progress.consumedByteCount == piece.count)
                #expect(progress.outcome == (isLast ? .finished : .needsInput))
            }
        }
        #expect(compressed == expected)
    }

    @Test func aResetCompressorWritesWhatANewOneWrites() throws {
        let (first, second) = (Sample.text(50_000, seed: 1), Sample.text(50_000, seed: 2))
        var deflater = try Deflater(level: 6)
        _ = try OneShot.deflate(first.span, with: &deflater)
        deflater.reset()
        var compressed = try OneShot.deflate(second.span, with: &deflater)
        #expect(try OneShot.deflate(second) == compressed)

        // A stream that was left half-way is forgotten too.
        deflater.reset()
        _ = try [UInt8](capacity: 10) { output throws(CompressionError) in
            _ = try deflater.compress(first.span, into: &output)
        }
        try deflater.reset(level: 9, strategy: .filtered)
        compressed = try OneShot.deflate(second.span, with: &deflater)
        #expect(try OneShot.deflate(second, level: 9, strategy: .filtered) == compressed)
    }

    @Test func aSyncFlushBringsOutAllInputSoFar() throws {
        var deflater = try Deflater()
        var inflater = try Inflater(coding: .gzip)
        for piece in [Sample.text(3000), Sample.noise(200), Sample.text(1)] {
            let compressed = try [UInt8](capacity: 10_000) { output throws(CompressionError) in
                let progress = try deflater.compress(piece.span, flush: .sync, into: &output)
                #expect(progress.outcome == .needsInput)
            }
            #expect(compressed.suffix(4) == [0x00, 0x00, 0xFF, 0xFF])
            let decompressed = try [UInt8](capacity: 10_000) { output throws(CompressionError) in
                let progress = try inflater.decompress(compressed.span, into: &output)
                #expect(progress.outcome == .needsInput)
            }
            #expect(decompressed == piece)
        }
    }

    @Test func aDictionaryReplacesBytesThatTheReaderHas() throws {
        let dictionary = Sample.noise(40_000)
        let bytes = Array(dictionary.suffix(30_000))
        var deflater = try Deflater(format: .raw)
        let unprimed = try OneShot.deflate(bytes.span, with: &deflater)
        #expect(unprimed.count > 30_000)
        deflater.reset()
        try deflater.prime(with: dictionary.span)
        let primed = try OneShot.deflate(bytes.span, with: &deflater)
        #expect(primed.count < 1000)
    }

    @Test func gzipHasNoDictionary() throws {
        var deflater = try Deflater(format: .gzip)
        let dictionary: [UInt8] = [1, 2, 3]
        #expect(throws: CompressionError.zlib(code: -2)) {
            try deflater.prime(with: dictionary.span)
        }
    }

    @Test func inputBehindTheEndIsRefused() throws {
        var deflater = try Deflater()
        let bytes: [UInt8] = [1, 2, 3]
        _ = try OneShot.deflate(bytes.span, with: &deflater)
        #expect(throws: CompressionError.zlib(code: -5)) {
            _ = try OneShot.deflate(bytes.span, with: &deflater)
        }
    }

    @Test(arguments: [-1, 10, Int.max])
    func aLevelThatDoesNotExistIsRefused(_ level: Int) throws {
        #expect(throws: CompressionError.invalidLevel(level)) { _ = try Deflater(level: level) }
        #expect(throws: CompressionError.invalidLevel(level)) {
            var deflater = try Deflater()
            try deflater.reset(level: level, strategy: .standard)
        }
        #expect(throws: CompressionError.invalidLevel(level)) {
            _ = try CompressionOptions.level(level)
        }
    }

    @Test func randomBytesRoundTripInRandomSteps() throws {
        var generator = SeededGenerator(seed: 7)
        for round in 0..<200 {
            let byteCount = Int.random(in: 0...4000, using: &generator)
            let seed = UInt64(round)
            let bytes =
                round.isMultiple(of: 2)
                ? Sample.text(byteCount, seed: seed) : Sample.noise(byteCount, seed: seed)
            let format = CompressionFormat.allCases.randomElement(using: &generator) ?? .gzip
            var deflater = try Deflater(
                format: format,
                level: Int.random(in: Deflater.levels, using: &generator)
            )
            let compressed = try OneShot.deflate(
                bytes.span,
                with: &deflater,
                inputByteCount: Int.random(in: 1...500, using: &generator),
                outputByteCount: Int.random(in: 1...500, using: &generator)
            )
            let cut = Int.random(in: 0...compressed.count, using: &generator)
            var inflater = try Inflater(format: format)
            let decompressed = try OneShot.inflate(
                [compressed[..<cut], compressed[cut...]],
                with: &inflater,
                outputByteCount: Int.random(in: 1...500, using: &generator)
            )
            #expect(decompressed == bytes)
        }
    }
}
