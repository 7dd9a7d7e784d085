import BodyStreaming
import TestSupport
import Testing
import ZlibCompression

@Suite struct BodyDecompressionTests {
    @Test(arguments: ContentCoding.allCases)
    func aCompressedBodyComesBack(_ coding: ContentCoding) async throws {
        let bytes = Sample.text(500_000) + Sample.noise(100_000)
        let body = Body(bytes).compressed(coding).decompressed(coding)
        #expect(body.length == nil)
        #expect(try await body.collected() == bytes)
        #expect(try await body.collected(from: 400_000) == Array(bytes[400_000...]))
    }

    // curl/curl#22156, urllib3/urllib3#1285, oven-sh/bun#33708.
    @Test func allMembersComeOutHoweverTheChunksAreCut() async throws {
        let members = InflaterTests.twoMembers
        for position in 1..<members.count {
            let source = BodyStream(label: "response") {
                AsyncStream<[UInt8]> { continuation in
                    continuation.yield(Array(members[..<position]))
                    continuation.yield(Array(members[position...]))
                    continuation.finish()
                }
            }
            let bytes = try await Body(source).decompressed(.gzip).collected()
            #expect(bytes == Array("foobar".utf8))
        }
    }

    @Test(
        arguments: [
            (Array(InflaterTests.twoMembers.dropLast()), nil, .truncated(byteCount: 45)),
            ([], nil, .truncated(byteCount: 0)),
            (InflaterTests.twoMembers + [1], nil, .trailingData(offset: 46)),
            (InflaterTests.twoMembers, 5, .outputLimitExceeded(byteCount: 5)),
        ] as [([UInt8], Int64?, CompressionError)]
    )
    func aDefectIsTheCauseOfTheError(
        _ bytes: [UInt8],
        _ outputLimit: Int64?,
        _ expected: CompressionError
    ) async throws {
        let body = Body(bytes).decompressed(.gzip, outputLimit: outputLimit)
        let error = await #expect(throws: BodyError.self) { _ = try await body.collected() }
        guard case .streamFailed("gzip decompression", let cause) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(cause as? CompressionError == expected)
    }
}
