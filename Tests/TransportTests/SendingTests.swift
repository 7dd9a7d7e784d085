import BodyStreaming
import Foundation
import Synchronization
import TestSupport
import Testing
import UploadHTTP

struct SendingTests {
    /// Bytes whose period is a prime, so that no shift by a buffer's size goes unnoticed.
    private func pattern(_ count: Int) -> [UInt8] {
        var bytes = (0..<251).map { UInt8($0) }
        while bytes.count < count { bytes += bytes }
        return Array(bytes[..<count])
    }

    @Test(
        arguments: TransportKind.allCases,
        [1, 65_535, 65_536, 65_537, 1 << 20, (1 << 20) + 1, 5_000_000]
    )
    func bodiesArriveByteForByteWithTheirLength(kind: TransportKind, count: Int) async throws {
        let transport = kind.transport()
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        let bytes = pattern(count)
        let response = try await transport.send(
            TransportRequests.post(server.url(), Body(bytes)),
            observer: nil
        )
        #expect(response.status == 200)
        #expect(response.progress == .sent)
        #expect(response.bodyByteCountSent == Int64(count))
        #expect(server.requests.map(\.contentLength) == [count])
        #expect(server.requests.first?.body == bytes)
        #expect(server.requests.first?["Transfer-Encoding"] == nil)
        #expect(server.requests.first?["Expect"] == nil)
    }

    @Test(arguments: TransportKind.allCases)
    func filesArriveByteForByte(kind: TransportKind) async throws {
        let transport = kind.transport()
        let directory = try TemporaryDirectory()
        let bytes = pattern(3_000_000)
        var body = Body("head")
        try body.append(Body(file: directory.file("a", bytes)))
        try body.append(Body("tail"))
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        _ = try await transport.send(TransportRequests.post(server.url(), body), observer: nil)
        #expect(
            server.requests.first?.body == Array("head".utf8) + bytes + Array("tail".utf8)
        )
    }

    // psf/requests#6568, hashicorp/go-retryablehttp#194
    @Test(arguments: TransportKind.allCases, ["POST", "PUT", "PATCH"])
    func anEmptyBodyHasALength(kind: TransportKind, method: String) async throws {
        let transport = kind.transport()
        let directory = try TemporaryDirectory()
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        let bodies = [nil, Body(), try Body(file: directory.file("empty"))]
        for body in bodies {
            let request = try TransportRequests.post(server.url(), body, method: method)
            _ = try await transport.send(request, observer: nil)
        }
        #expect(server.requests.map(\.method) == [method, method, method])
        #expect(server.requests.map(\.contentLength) == [0, 0, 0])
        #expect(server.requests.allSatisfy { $0["Transfer-Encoding"] == nil })
    }

    @Test(arguments: TransportKind.allCases, ["GET", "HEAD", "DELETE", "OPTIONS"])
    func otherMethodsHaveNoContent(kind: TransportKind, method: String) async throws {
        let transport = kind.transport()
        let server = try ScriptedServer(Script.answer(204, ""))
        defer { server.stop() }
        let request = try TransportRequests.post(server.url(), nil, method: method)
        #expect(try await transport.send(request, observer: nil).status == 204)
        #expect(server.requests.map(\.method) == [method])
        #expect(server.requests.first?["Content-Length"] == nil)
        #expect(server.requests.first?["Content-Type"] == nil)
    }

    @Test(arguments: TransportKind.allCases)
    func streamsOfUnknownLengthAreChunked(kind: TransportKind) async throws {
        let transport = kind.transport()
        let (chunks, feed) = AsyncStream<[UInt8]>.makeStream()
        let body = Body(BodyStream(label: "feed") { chunks })
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        let request = try TransportRequests.post(server.url(), body)
        let sending = Task { try await transport.send(request, observer: nil) }
        // Each chunk waits until the one before is through: the transfer is paused and resumed.
        for index in 0..<200 {
            feed.yield(pattern(index * 7 + 1))
            if index % 20 == 0 { await server.waitForRequests(1) }
        }
        feed.finish()
        #expect(try await sending.value.status == 200)
        #expect(server.requests.first?.isChunked == true)
        #expect(server.requests.first?.contentLength == nil)
        #expect(server.requests.first?.body == (0..<200).flatMap { pattern($0 * 7 + 1) })
    }

    @Test(arguments: TransportKind.allCases)
    func streamsOfKnownLengthHaveALength(kind: TransportKind) async throws {
        let transport = kind.transport()
        let body = Body(
            BodyStream(label: "feed", byteCount: 300_000) {
                AsyncStream { continuation in
                    for start in stride(from: 0, to: 300_000, by: 1000) {
                        continuation.yield(
                            [UInt8](repeating: UInt8(start / 1000 % 256), count: 1000)
                        )
                    }
                    continuation.finish()
                }
            }
        )
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        _ = try await transport.send(TransportRequests.post(server.url(), body), observer: nil)
        #expect(server.requests.first?.contentLength == 300_000)
        #expect(server.requests.first?.isComplete == true)
    }

    @Test(arguments: TransportKind.allCases)
    func fieldsGoOutAsTheyAre(kind: TransportKind) async throws {
        let transport = kind.transport()
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        var request = try TransportRequests.post(server.url("/a/../b?c=%20"), key: "k-1")
        for (name, value) in [
            ("Content-Type", "multipart/form-data; boundary=x"), ("X-Empty", ""), ("X-Twice", "1"),
            ("X-Twice", "2"), ("X-Text", "ä;b"), ("Content-Length", "9"), ("Expect", "x"),
            ("Transfer-Encoding", "chunked"),
        ] {
            try request.fields.append(name, value)
        }
        _ = try await transport.send(request, observer: nil)
        let received = try #require(server.requests.first)
        #expect(received.target == "/a/../b?c=%20")
        #expect(
            received.fields.map { "\($0.name): \($0.value)" } == [
                "Host: 127.0.0.1:\(server.port)", "Accept: */*",
                "Content-Type: multipart/form-data; boundary=x", "X-Empty: ", "X-Twice: 1",
                "X-Twice: 2", "X-Text: ä;b", "Idempotency-Key: k-1", "Content-Length: 7",
            ]
        )
    }

    // swiftlang/swift-corelibs-foundation#3829, square/okhttp#3077
    @Test(arguments: TransportKind.allCases)
    func progressGrowsToTheTotal(kind: TransportKind) async throws {
        let transport = kind.transport()
        let server = try ScriptedServer(
            Script.answer(200, rate: 20 << 20),
            receiveBufferByteCount: 65_536
        )
        defer { server.stop() }
        let log = EventLog()
        let body = Body([UInt8](repeating: 1, count: 8 << 20))
        _ = try await transport.send(TransportRequests.post(server.url(), body)) { log.append($0) }
        let sent = log.progress.map(\.sent)
        #expect(sent.first == 0)
        #expect(sent.last == 8 << 20)
        #expect(sent.count > 3)
        #expect(sent == sent.sorted())
        #expect(log.progress.allSatisfy { $0.acknowledged <= $0.sent && $0.total == 8 << 20 })
        #expect(log.progress.last?.fraction == 1)
    }

    /// Bytes that count how many of them were read.
    private final class CountedBytes: GeneratedBytes {
        let byteCount: Int64 = 3_000_000
        private let count = Mutex<Int>(0)

        var readByteCount: Int { count.withLock { $0 } }

        func read(at offset: Int64, into output: inout OutputSpan<UInt8>) {
            let length = min(output.freeCapacity, Int(byteCount - offset))
            for _ in 0..<length { output.append(0x61) }
            count.withLock { $0 += length }
        }
    }

    // square/okhttp#3077, square/okhttp#5420, gotev/android-upload-service#230
    @Test(arguments: TransportKind.allCases)
    func aWatchedBodyIsReadOnce(kind: TransportKind) async throws {
        let transport = kind.transport()
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        let bytes = CountedBytes()
        let log = EventLog()
        let request = try TransportRequests.post(server.url(), Body(bytes))
        _ = try await transport.send(request) { log.append($0) }
        #expect(bytes.readByteCount == 3_000_000)
        #expect(log.progress.allSatisfy { $0.sent <= 3_000_000 })
    }

    // adopted-ember-addons/ember-file-upload#344, android-async-http/android-async-http#394
    @Test func progressOfNothingAndOfUnknownLengthsIsPlain() {
        #expect(TransferProgress(sent: 0, acknowledged: 0, total: 0).fraction == 1)
        #expect(TransferProgress(sent: 5, acknowledged: 0, total: nil).fraction == nil)
        // android-async-http/android-async-http#847
        let large = TransferProgress(sent: .max, acknowledged: 0, total: .max)
        #expect(large.fraction == 1)
    }

    @Test(arguments: TransportKind.allCases)
    func aFileThatGrowsIsNeitherSentPastItsLengthNorCalledASuccess(kind: TransportKind) async throws
    {
        let transport = kind.transport()
        // curl/curl#11222, requests/toolbelt#314
        let directory = try TemporaryDirectory()
        let path = try directory.file("a.bin", [UInt8](repeating: 1, count: 16 << 20))
        var body = try Body(file: path)
        try body.append(Body("tail"))
        let url = URL(filePath: path.string)
        let server = try ScriptedServer(
            { connection, request in
                try connection.readBody(&request, limit: 4096)
                let file = try FileHandle(forWritingTo: url)
                try file.seekToEnd()
                try file.write(contentsOf: Data("more".utf8))
                try file.close()
                try connection.readBody(&request)
                return true
            },
            receiveBufferByteCount: 65_536
        )
        defer { server.stop() }
        let error = await TransportRequests.error(
            transport,
            try TransportRequests.post(server.url(), body)
        )
        guard case .body(.fileChanged(path, _)) = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
        await server.settle()
        #expect(server.requests.first?.isComplete == false)
        #expect(error?.description.contains("a.bin") == true)
    }
}
