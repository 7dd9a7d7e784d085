import BodyStreaming
import TestSupport
import Testing
import UploadHTTP

// axios/axios#10753, axios/axios#3769
struct BodyLimitTests {
    private static let limit: Int64 = 100

    private func body(_ byteCount: Int, isKnown: Bool) -> Body {
        let bytes = [UInt8](repeating: 0x7A, count: byteCount)
        if isKnown { return Body(bytes) }
        let stream = BodyStream(label: "pieces") {
            AsyncStream { pieces in
                for start in stride(from: 0, to: byteCount, by: 60) {
                    pieces.yield(Array(bytes[start..<min(byteCount, start + 60)]))
                }
                pieces.finish()
            }
        }
        return Body(stream)
    }

    private func send(
        _ byteCount: Int,
        over kind: TransportKind,
        isKnown: Bool,
        followsRedirects: Bool,
        to server: ScriptedServer
    ) async throws -> UploadResult {
        var session = UploadSession(transport: kind.transport())
        session.redirectPolicy.followsRedirects = followsRedirects
        let body = body(byteCount, isKnown: isKnown)
        let request = try TransportRequests.post(server.url(), body) {
            $0.maximumBodyByteCount = Self.limit
        }
        return await session.send(request)
    }

    @Test(arguments: TransportKind.allCases, pairs([true, false], [true, false]))
    func aLongerBodyIsTheSameErrorOnAllPaths(
        kind: TransportKind,
        body: (isKnown: Bool, followsRedirects: Bool)
    ) async throws {
        for byteCount in [101, 1000] {
            let server = try ScriptedServer(Script.redirect(307, to: "/other"), Script.answer(200))
            defer { server.stop() }
            let result = try await send(
                byteCount,
                over: kind,
                isKnown: body.isKnown,
                followsRedirects: body.followsRedirects,
                to: server
            )
            #expect(result.outcome == .failed)
            #expect(result.error?.kind == "bodyTooLarge")
            #expect(result.error?.isRetryable == false)
            #expect(result.error?.description == "the body is larger than 100 bytes")
            #expect(result.attempts == 1)
            await server.settle()
            let received = server.requests.map(\.body.count)
            #expect(body.isKnown ? received.isEmpty : received.allSatisfy { $0 <= Self.limit })
            #expect(server.requests.allSatisfy { !$0.isComplete })
        }
    }

    @Test(arguments: TransportKind.allCases, pairs([true, false], [true, false]))
    func aBodyOfExactlyTheLimitIsSent(
        kind: TransportKind,
        body: (isKnown: Bool, followsRedirects: Bool)
    ) async throws {
        let server = try ScriptedServer(Script.redirect(307, to: "/other"), Script.answer(200))
        defer { server.stop() }
        let result = try await send(
            100,
            over: kind,
            isKnown: body.isKnown,
            followsRedirects: body.followsRedirects,
            to: server
        )
        #expect(result.status == (body.followsRedirects ? 200 : 307))
        await server.settle()
        let received = server.requests.map(\.body.count)
        #expect(received == (body.followsRedirects ? [100, 100] : [100]))
    }
}
