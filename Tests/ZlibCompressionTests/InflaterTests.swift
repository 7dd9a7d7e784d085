import Testing
import ZlibCompression

@Suite struct InflaterTests {
    /// gzip("foo") + gzip("bar").
    static let twoMembers: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x4B, 0xCB, 0xCF, 0x07, 0x00,
        0x21, 0x65, 0x73, 0x8C, 0x03, 0x00, 0x00, 0x00,
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x4B, 0x4A, 0x2C, 0x02, 0x00,
        0xAA, 0x8C, 0xFF, 0x76, 0x03, 0x00, 0x00, 0x00,
    ]

    // curl/curl#22156, urllib3/urllib3#1285, oven-sh/bun#33708: all but the first member is lost.
    @Test func allMembersAreReadWhereverTheInputIsSplit() throws {
        for position in 0...Self.twoMembers.count {
            for outputByteCount in [1, 2, 3, 100] {
                var inflater = try Inflater(coding: .gzip)
                let bytes = try OneShot.inflate(
                    [Self.twoMembers[..<position], Self.twoMembers[position...]],
                    with: &inflater,
                    outputByteCount: outputByteCount
                )
                #expect(bytes == Array("foobar".utf8))
            }
        }
    }

    @Test func theOutcomeTellsWhetherTheDataMayEndHere() throws {
        var inflater = try Inflater(coding: .gzip)
        for (index, byte) in Self.twoMembers.enumerated() {
            var outcome = CodingProgress.Outcome.outputFull
            _ = try [UInt8](capacity: 10) { output throws(CompressionError) in
                outcome = try inflater.decompress([byte].span, into: &output).outcome
            }
            let isEnd = index == 22 || index == 45
            #expect(outcome == (isEnd ? .finished : .needsInput))
            #expect(inflater.isComplete == isEnd)
        }
        #expect(inflater.inputByteCount == 46)
        #expect(inflater.outputByteCount == 6)
    }

    @Test(arguments: CompressionFormat.allCases)
    func everyShorterPrefixIsTruncated(_ format: CompressionFormat) throws {
        let compressed = try OneShot.deflate(Sample.text(3000), format: format)
        for count in 0..<compressed.count {
            #expect(throws: CompressionError.truncated(byteCount: Int64(count))) {
                _ = try OneShot.inflate(Array(compressed.prefix(count)), format: format)
            }
        }
    }

    @Test func everyPrefixOfTwoMembersButTheFirstIsTruncated() throws {
        for count in 0..<46 where count != 23 {
            #expect(throws: CompressionError.truncated(byteCount: Int64(count))) {
                _ = try OneShot.inflate(Array(Self.twoMembers.prefix(count)))
            }
        }
        #expect(try OneShot.inflate(Array(Self.twoMembers.prefix(23))) == Array("foo".utf8))
    }

    // 1024jp/GzipSwift#51: data that was cut off looks complete, or gives a vague error.
    @Test(arguments: [1, 4, 8, 100])
    func aCutOffEndIsTruncated(_ missingByteCount: Int) throws {
        let compressed = try OneShot.deflate(Sample.noise(52_000))
        let cut = Array(compressed.dropLast(missingByteCount))
        #expect(throws: CompressionError.truncated(byteCount: Int64(cut.count))) {
            _ = try OneShot.inflate(cut)
        }
    }

    @Test(arguments: [1, 2, 511, 10_240])
    func zeroPaddingBehindGzipIsIgnored(_ byteCount: Int) throws {
        let padded = Self.twoMembers + [UInt8](repeating: 0, count: byteCount)
        #expect(try OneShot.inflate(padded) == Array("foobar".utf8))
    }

    @Test(
        arguments: [
            ([0x01], 46), ([0xFF, 0xFF], 46), ([0x1F, 0x00], 46), ([0x1F, 0x1F, 0x8B], 46),
            ([0x00, 0x00, 0x41], 48), ([0x00, 0x1F, 0x8B], 47),
        ] as [([UInt8], Int64)]
    )
    func otherBytesBehindGzipAreTrailingData(_ bytes: [UInt8], _ offset: Int64) throws {
        #expect(throws: CompressionError.trailingData(offset: offset)) {
            _ = try OneShot.inflate(Self.twoMembers + bytes)
        }
    }

    @Test(arguments: [CompressionFormat.zlib, .raw])
    func anyByteBehindOtherFormatsIsTrailingData(_ format: CompressionFormat) throws {
        let compressed = try OneShot.deflate(Array("hello".utf8), format: format)
        for byte in [0x00, 0x78] as [UInt8] {
            #expect(throws: CompressionError.trailingData(offset: Int64(compressed.count))) {
                _ = try OneShot.inflate(compressed + [byte], format: format)
            }
        }
    }

    // seanmonstar/reqwest#524, httplib2/httplib2#230, request/request#2197: DEFLATE data without
    // the zlib format, mislabelled `deflate`.
    @Test(arguments: [CompressionFormat.zlib, .raw])
    func deflateIsReadWithAndWithoutTheZlibFormat(_ format: CompressionFormat) throws {
        for bytes in [[], Array("hello".utf8), Sample.text(5000), Sample.noise(500)] {
            for level in [0, 1, 6, 9] {
                let compressed = try OneShot.deflate(bytes, format: format, level: level)
                for position in 0...min(compressed.count, 60) {
                    var inflater = try Inflater(coding: .deflate)
                    let decompressed = try OneShot.inflate(
                        [compressed[..<position], compressed[position...]],
                        with: &inflater,
                        outputByteCount: position == 1 ? 1 : 1000
                    )
                    #expect(decompressed == bytes)
                }
            }
        }
    }

    @Test func aZlibHeaderIsNeverReadAsRawData() throws {
        var inflater = try Inflater(coding: .deflate)
        let compressed: [UInt8] = [0x78, 0x9C, 0xFF, 0xFF]
        var output: [UInt8] = []
        #expect(throws: CompressionError.self) {
            try output.append(addingCapacity: 100) { output throws(CompressionError) in
                _ = try inflater.decompress(compressed.span, into: &output)
            }
        }
        #expect(output.isEmpty)
    }

    @Test(arguments: CompressionFormat.allCases)
    func moreThanTheLimitIsRefused(_ format: CompressionFormat) throws {
        let bytes = [UInt8](repeating: 0, count: 100_000)
        let compressed = try OneShot.deflate(bytes, format: format)
        for outputByteCount in [1000, 99_999, 100_000, 200_000] {
            var inflater = try Inflater(format: format, outputLimit: 100_000)
            let decompressed = try OneShot.inflate(
                [compressed[...]],
                with: &inflater,
                outputByteCount: outputByteCount
            )
            #expect(decompressed == bytes)
            for limit in [0, 1, 99_999] as [Int64] {
                var inflater = try Inflater(format: format, outputLimit: limit)
                #expect(throws: CompressionError.outputLimitExceeded(byteCount: limit)) {
                    _ = try OneShot.inflate(
                        [compressed[...]],
                        with: &inflater,
                        outputByteCount: outputByteCount
                    )
                }
                #expect(inflater.outputByteCount <= limit)
            }
        }
    }

    @Test func theLimitCoversAllMembersTogether() throws {
        var inflater = try Inflater(coding: .gzip, outputLimit: 5)
        #expect(throws: CompressionError.outputLimitExceeded(byteCount: 5)) {
            _ = try OneShot.inflate([Self.twoMembers[...]], with: &inflater)
        }
    }

    @Test func noDamageGivesOtherBytes() throws {
        let bytes = Sample.text(300)
        let compressed = try OneShot.deflate(bytes)
        var refusedCount = 0
        for index in compressed.indices {
            for bit in 0..<8 {
                var damaged = compressed
                damaged[index] ^= 1 << bit
                // Some bits mean nothing: the time, the padding, which of two equal matches it is.
                if let decompressed = try? OneShot.inflate(damaged) {
                    #expect(decompressed == bytes, "bit \(bit) of byte \(index)")
                } else {
                    refusedCount += 1
                }
            }
        }
        #expect(refusedCount > compressed.count * 7)
    }

    @Test(
        arguments: [
            ("an HTML page", Array("<html>".utf8), ContentCoding.gzip, 0),
            ("a wrong checksum", Array(twoMembers[..<15]) + [1, 2, 3, 4, 3, 0, 0, 0], .gzip, 19),
            ("a preset dictionary", [0x78, 0xBB, 0x00, 0x00, 0x00, 0x01, 0x03, 0x00], .deflate, 6),
        ] as [(String, [UInt8], ContentCoding, Int64)]
    )
    func dataThatIsNoStreamIsCorrupt(
        _ what: String,
        _ bytes: [UInt8],
        _ coding: ContentCoding,
        _ expected: Int64
    ) throws {
        let error = #expect(throws: CompressionError.self) {
            _ = try OneShot.inflate(bytes, coding: coding)
        }
        guard case .corrupt(let offset, let reason) = error else {
            Issue.record("\(what): \(String(describing: error))")
            return
        }
        #expect(offset == expected)
        #expect(!reason.isEmpty)
    }

    @Test func aResetDecompressorReadsOtherData() throws {
        var inflater = try Inflater(coding: .deflate)
        let raw = try OneShot.deflate(Array("raw".utf8), format: .raw)
        let zlib = try OneShot.deflate(Array("zlib".utf8), format: .zlib)
        for _ in 0..<3 {
            #expect(try OneShot.inflate([raw[...]], with: &inflater) == Array("raw".utf8))
            inflater.reset()
            _ = try? OneShot.inflate([zlib.prefix(4)], with: &inflater)
            inflater.reset()
            #expect(try OneShot.inflate([zlib[...]], with: &inflater) == Array("zlib".utf8))
            inflater.reset()
        }
    }

    @Test func outputOfExactlyTheRightSizeIsEnough() throws {
        let bytes = Sample.text(1000)
        let compressed = try OneShot.deflate(bytes)
        var inflater = try Inflater(coding: .gzip)
        var consumed = 0
        let decompressed = try [UInt8](capacity: bytes.count) { output throws(CompressionError) in
            consumed = try inflater.decompress(compressed.span, into: &output).consumedByteCount
        }
        #expect(decompressed == bytes)
        let none = try [UInt8](capacity: 0) { output throws(CompressionError) in
            let rest = compressed.span.extracting(droppingFirst: consumed)
            let progress = try inflater.decompress(rest, into: &output)
            #expect(progress.outcome == .finished)
        }
        #expect(none.isEmpty)
    }
}
