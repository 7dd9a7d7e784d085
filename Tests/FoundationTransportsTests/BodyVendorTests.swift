import BodyStreaming
import Foundation
import FoundationTransports
import Testing

// connectrpc/connect-swift#399
struct BodyVendorTests {
    private static func once() -> Body {
        Body(
            BodyStream(label: "once", byteCount: 3, replayability: .once) {
                AsyncStream<[UInt8]> { chunks in
                    chunks.yield([1, 2, 3])
                    chunks.finish()
                }
            }
        )
    }

    private static func read(_ stream: InputStream, _ count: Int) async -> [UInt8]? {
        nonisolated(unsafe) let stream = stream
        return await onThread {
            var buffer = [UInt8](repeating: 0, count: count)
            let read = unsafe stream.read(&buffer, maxLength: count)
            return read < 0 ? nil : Array(buffer[..<read])
        }
    }

    @Test func aReplayableBodyIsVendedAgainAndTheOldStreamFails() async throws {
        let vendor = BodyVendor(Body("content"), isRepeatable: true)
        let first = try #require(try vendor.stream())
        first.open()
        #expect(await Self.read(first, 3) == Array("con".utf8))
        let second = try #require(try vendor.stream())
        second.open()
        #expect(await Self.read(first, 3) == nil)
        #expect(await Self.read(second, 100) == Array("content".utf8))
    }

    @Test func aBodyThatWasNotReadIsVendedAgain() async throws {
        let vendor = BodyVendor(Self.once(), isRepeatable: false)
        _ = try #require(try vendor.stream())
        let second = try #require(try vendor.stream())
        second.open()
        #expect(await Self.read(second, 3) == [1, 2, 3])
    }

    @Test(arguments: [true, false])
    func whatCanNotBeSentAgainIsRefused(isRepeatable: Bool) async throws {
        let body = isRepeatable ? Self.once() : Body("content")
        let vendor = BodyVendor(body, isRepeatable: isRepeatable)
        let first = try #require(try vendor.stream())
        first.open()
        #expect(await Self.read(first, 2)?.count == 2)
        #expect(vendor.wasRead)
        #expect(try vendor.stream() == nil)
        #expect(await Self.read(first, 1) == nil)
    }
}
