import Testing
import UploadReceiver

@Suite struct ReceiverFaultTests {
    private static let request = UploadReceiverTests.request

    /// Runs `work` with a receiver that plays `faults` on the first request only.
    @discardableResult
    private static func with<Value>(
        _ faults: [ReceiverFault],
        _ work: (RawClient) throws -> Value
    ) throws -> (value: Value, requests: [ReceivedRequest]) {
        try RequestLog.with {
            $0.faults = { $0.index == 0 && $0.target == "/in?x=1" ? faults : [] }
        } _: { receiver in
            try work(RawClient(receiver))
        }
    }

    @Test func statusesComeAfterTheBodyAndThenTheConnectionGoesOn() throws {
        let (_, requests) = try Self.with([.status(503, retryAfter: "2")]) { client in
            client.send(Self.request)
            let answer = client.receive(through: "]}\n")
            #expect(answer?.hasPrefix("HTTP/1.1 503 Service Unavailable\r\n") == true)
            #expect(answer?.contains("\r\nRetry-After: 2\r\nConnection: keep-alive\r\n") == true)
            client.send(Self.request)
            #expect(client.receive(through: "]}\n")?.hasPrefix("HTTP/1.1 200 OK\r\n") == true)
        }
        #expect(requests.map(\.status) == [503, 200])
        #expect(requests.map(\.parts.count) == [2, 2])
    }

    @Test func statusesWithoutContentHaveNone() throws {
        try Self.with([.status(204)]) { client in
            client.send(Self.request)
            #expect(
                client.receive(through: "\r\n\r\n")
                    == "HTTP/1.1 204 No Content\r\nConnection: keep-alive\r\n\r\n"
            )
        }
    }

    @Test func redirectsNameALocation() throws {
        try Self.with([.redirect(307, location: "/other")]) { client in
            client.send(Self.request)
            let answer = client.receive(through: "]}\n")
            #expect(answer?.hasPrefix("HTTP/1.1 307 Temporary Redirect\r\n") == true)
            #expect(answer?.contains("\r\nLocation: /other\r\n") == true)
        }
    }

    @Test func earlyStatusesComeBeforeTheBody() throws {
        let (_, requests) = try Self.with([.earlyStatus(429, retryAfter: "1")]) { client in
            client.send(
                UploadReceiverTests.head("Content-Length: 9000000000", "Expect: 100-continue")
                    + "\r\n"
            )
            let answer = client.receive(through: "]}\n")
            #expect(answer?.hasPrefix("HTTP/1.1 429 Too Many Requests\r\n") == true)
            #expect(answer?.contains("\r\nRetry-After: 1\r\nConnection: close\r\n") == true)
            #expect(client.receiveAll() == "")
        }
        #expect(requests.map(\.bodyByteCount) == [0])
    }

    @Test func earlyStatusesReachAClientThatGoesOnSending() throws {
        try Self.with([.earlyStatus(413)]) { client in
            client.send(UploadReceiverTests.head("Content-Length: 3000000") + "\r\n")
            client.send(Array(repeating: UInt8(ascii: "x"), count: 3_000_000))
            #expect(client.receiveAll()?.hasPrefix("HTTP/1.1 413 Content Too Large\r\n") == true)
        }
    }

    @Test(arguments: [0, 10, 1_000_000] as [Int64])
    func resetsComeInsideTheBodyOrAtItsEnd(_ byteCount: Int64) throws {
        let (answer, requests) = try Self.with([.reset(afterByteCount: byteCount)]) { client in
            client.send(Self.request)
            return client.receiveAll()
        }
        #expect(answer == nil)
        #expect(requests.map(\.status) == [nil])
        #expect(requests.first?.error == "reset on purpose")
    }

    @Test func noAnswerIsAnOrderlyEnd() throws {
        let (answer, requests) = try Self.with([.noAnswer]) { client in
            client.send(Self.request)
            return client.receiveAll()
        }
        #expect(answer == "")
        #expect(requests.map(\.parts.count) == [2])
        #expect(requests.first?.error == "closed without an answer, on purpose")
    }

    @Test func delaysHoldTheAnswerBack() throws {
        let (_, requests) = try Self.with([.delay(.milliseconds(80))]) { client in
            client.send(Self.request)
            #expect(client.receive(through: "]}\n") != nil)
        }
        #expect(requests.count == 1)
        #expect(requests.allSatisfy { $0.duration >= .milliseconds(80) })
    }

    @Test func throttlesReadNoFasterThanTold() throws {
        let (_, requests) = try Self.with([.throttle(bytesPerSecond: 2_000)]) { client in
            client.send(Self.request)
            #expect(client.receive(through: "]}\n") != nil)
        }
        let expected = Duration.seconds(Double(UploadReceiverTests.form.utf8.count) / 2_000)
        #expect(requests.count == 1)
        #expect(requests.allSatisfy { $0.duration >= expected })
    }

    @Test func stoppingEndsADelay() throws {
        let start = ContinuousClock.now
        try Self.with([.delay(.seconds(60))]) { client in
            client.send(Self.request)
        }
        #expect(ContinuousClock.now - start < .seconds(10))
    }
}
