import BodyStreaming
import TestSupport
import Testing
import ZlibCompression

@Suite struct BodyCompressionTests {
    @Test(
        arguments: [
            (
                "", ContentCoding.gzip,
                [
                    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xFF,
                    0x03, 0x00,
                    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
                ]
            ),
            ("", .deflate, [0x78, 0x9C, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01]),
            // aio-libs/aiohttp#4506, getsentry/relay#1122, vectordotdev/vector#9121.
            (
                "hello", .deflate,
                [0x78, 0x9C, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x06, 0x2C, 0x02, 0x15]
            ),
            (
                "hello", .gzip,
                [
                    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xFF,
                    0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00,
                    0x86, 0xA6, 0x10, 0x36, 0x05, 0x00, 0x00, 0x00,
                ]
            ),
        ] as [(String, ContentCoding, [UInt8])]
    )
    func shortBodiesHaveTheseBytes(
        _ text: String,
        _ coding: ContentCoding,
        _ expected: [UInt8]
    ) async throws {
        #expect(try await Body(text).compressed(coding).collected() == expected)
    }

    @Test(arguments: ContentCoding.allCases, Array(Deflater.levels))
    func everyLevelRoundTrips(_ coding: ContentCoding, _ level: Int) async throws {
        let bytes = Sample.text(200_000) + Sample.noise(100_000) + Sample.text(70_000)
        var options = try CompressionOptions.level(level)
        options.blockByteCount = 65_536
        let compressed = try await Body(bytes).compressed(coding, options: options).collected()
        #expect(try OneShot.inflate(compressed, coding: coding) == bytes)
        // What the coding is must hold in the strict sense too.
        #expect(try OneShot.inflate(compressed, format: coding.format) == bytes)
    }

    // tayloraswift/swift-png#64, 1024jp/GzipSwift: tiny inputs crash, or give no stream at all.
    @Test(arguments: 0...8)
    func tinyBodiesAreWholeStreams(_ byteCount: Int) async throws {
        let bytes = Array([UInt8](1...9).prefix(byteCount))
        let choices: [CompressionOptions] = [.automatic, try .level(0), try .level(9)]
        for options in choices {
            let compressed = try await Body(bytes).compressed(options: options).collected()
            #expect(try OneShot.inflate(compressed) == bytes)
        }
    }

    // nipy/nibabel#1024, python/cpython#125260, home-assistant/core#8420: the header carries the
    // time and the name of the file.
    @Test func theSameBytesUnderOtherNamesAreCompressedToTheSameBytes() async throws {
        let directory = try TemporaryDirectory()
        let bytes = Sample.text(10_000)
        let first = Body(try FileRegion(path: directory.file("first.txt", bytes))).compressed()
        let second = Body(try FileRegion(path: directory.file("second.log", bytes))).compressed()
        let compressed = try await first.collected()
        #expect(try await second.collected() == compressed)
        #expect(try await first.collected() == compressed)
        #expect(compressed[3...7] == [0, 0, 0, 0, 0])
    }

    @Test func theNumberOfWorkersMakesNoDifference() async throws {
        let bytes = Sample.text(900_000) + Sample.noise(500_000) + Sample.text(300_001)
        for coding in ContentCoding.allCases {
            var outputs: Set<[UInt8]> = []
            for workerCount in [1, 2, 3, nil] {
                var options = CompressionOptions.automatic
                options.workerCount = workerCount
                options.blockByteCount = 100_000
                let body = Body(bytes).compressed(coding, options: options)
                outputs.insert(try await body.collected(readByteCount: 10_007))
            }
            #expect(outputs.count == 1)
            let compressed = try #require(outputs.first)
            #expect(try OneShot.inflate(compressed, coding: coding) == bytes)
        }
    }

    @Test(arguments: [1, 65_535, 65_536, 65_537, 131_072, 200_000])
    func howTheBytesArriveMakesNoDifference(_ byteCount: Int) async throws {
        let bytes = Sample.text(byteCount)
        var options = CompressionOptions.automatic
        options.blockByteCount = 65_536
        let expected = try await Body(bytes).compressed(options: options).collected()
        for chunkByteCount in [1009, 65_536, 100_000] {
            for declared in [Int64(byteCount), nil] {
                let source = Body(
                    BodyStream(label: "source", byteCount: declared) {
                        AsyncStream { continuation in
                            for start in stride(from: 0, to: bytes.count, by: chunkByteCount) {
                                let end = min(start + chunkByteCount, bytes.count)
                                continuation.yield(Array(bytes[start..<end]))
                            }
                            continuation.finish()
                        }
                    }
                )
                #expect(try await source.compressed(options: options).collected() == expected)
            }
        }
    }

    @Test func blocksReachBackIntoTheBlockBefore() async throws {
        let block = Sample.noise(30_000)
        let bytes = (0..<8).flatMap { _ in block }
        var options = try CompressionOptions.level(6)
        options.blockByteCount = 65_536
        let compressed = try await Body(bytes).compressed(options: options).collected()
        #expect(compressed.count < 35_000)
        #expect(try OneShot.inflate(compressed) == bytes)
    }

    @Test func theLengthIsUnknownUntilTheBodyIsSpooled() async throws {
        let body = Body(Sample.text(100_000)).compressed()
        #expect(body.length == nil)
        #expect(body.replayability == .always)
        let spooled = try await body.spooled()
        let compressed = try await body.collected()
        #expect(spooled.length == Int64(compressed.count))
        #expect(try await spooled.collected() == compressed)
        #expect(try await spooled.collected(from: 10) == Array(compressed[10...]))
    }

    @Test func aBodyThatCanBeReadOnceStaysSo() async throws {
        let source = BodyStream(label: "pipe", replayability: .once) {
            AsyncStream { continuation in
                continuation.yield([1, 2, 3])
                continuation.finish()
            }
        }
        let body = Body(source).compressed()
        #expect(body.replayability == .once)
        #expect(try OneShot.inflate(try await body.collected()) == [1, 2, 3])
        await #expect(throws: BodyError.self) { _ = try await body.collected() }
        #expect(body.decompressed(.gzip).replayability == .once)
    }

    @Test func anErrorOfTheSourceComesThroughAsItIs() async throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("a", Sample.text(1000))
        let body = Body(try FileRegion(path: path)).compressed()
        _ = try directory.file("a", Sample.text(999))
        let error = await #expect(throws: BodyError.self) { _ = try await body.collected() }
        guard case .fileChanged(path, .shrank(from: 1000, to: 999)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func aReaderThatGoesAwayStopsTheSource() async throws {
        let (ended, end) = AsyncStream<Void>.makeStream()
        let source = BodyStream(label: "a source that does not end") {
            AsyncStream<[UInt8]> { continuation in
                continuation.onTermination = { _ in end.finish() }
                for _ in 0..<40 { continuation.yield([UInt8](repeating: 65, count: 50_000)) }
            }
        }
        do {
            var reader = try Body(source).compressed().reader()
            // Only behind the header of gzip stands what comes of the source.
            while reader.offset < 11 {
                var outcome = BodyReadOutcome.finished
                _ = try [UInt8](capacity: 11) { output throws(BodyError) in
                    outcome = try reader.read(into: &output)
                }
                if outcome == .pending {
                    await withCheckedContinuation { reader.whenReady($0.resume) }
                }
            }
        }
        for await _ in ended {}
    }

    // lysine-dev/okhttp#1537: a body that is encoded already gets compressed a second time.
    @Test(arguments: ["gzip", "GZIP", "br", "identity, gzip", "deflate"])
    func anEncodedBodyIsRefused(_ contentEncoding: String) throws {
        #expect(throws: CompressionError.alreadyEncoded(contentEncoding: contentEncoding)) {
            try ContentCoding.requireUnencoded(contentEncoding: contentEncoding)
        }
    }

    @Test(arguments: [nil, "", " ", "identity", " Identity "])
    func aBodyWithoutCodingIsNotRefused(_ contentEncoding: String?) throws {
        try ContentCoding.requireUnencoded(contentEncoding: contentEncoding)
    }
}
