import BodyStreaming
import TestSupport
import Testing
import UploadHTTP

/// What many requests leave behind, each in a process of its own: descriptors, threads and memory
/// are those of a whole process.
@Suite(.serialized)
struct EnduranceTests {
    @Test(.enabled(if: ProcessUsage.current != nil), arguments: TransportKind.allCases)
    func tenThousandRequestsLeaveNothingBehind(kind: TransportKind) async {
        await #expect(processExitsWith: .success) { [kind] in
            try await Endurance(kind: kind, loopCount: 1).sendAndLookForLeaks(requestCount: 10_000)
        }
    }

    @Test(.enabled(if: ProcessUsage.current != nil), arguments: TransportKind.allCases)
    func severalLoopsLeaveNothingBehind(kind: TransportKind) async {
        await #expect(processExitsWith: .success) { [kind] in
            try await Endurance(kind: kind, loopCount: 3).sendAndLookForLeaks(requestCount: 4000)
        }
    }

    // swiftlang/swift-corelibs-foundation#5412
    @Test(arguments: TransportKind.allCases)
    func cancellationAtAnyTimeEndsEveryCall(kind: TransportKind) async {
        await #expect(processExitsWith: .success) { [kind] in
            try await Endurance(kind: kind, loopCount: 1).cancel(roundCount: 125)
        }
    }

    @Test(arguments: TransportKind.allCases)
    func cancellationOnSeveralLoopsEndsEveryCall(kind: TransportKind) async {
        await #expect(processExitsWith: .success) { [kind] in
            try await Endurance(kind: kind, loopCount: 3).cancel(roundCount: 50)
        }
    }
}

private struct Endurance {
    private static let taskCount = 16
    /// What the memory of the process may grow by, for all reasons: 260 bytes a request at most.
    private static let growthByteCount = 2 << 20
    /// What the server takes for a connection: a thread, and its memory.
    private static let connectionByteCount = 1 << 19

    let kind: TransportKind
    let loopCount: Int

    /// A first part of the requests brings all caches to their size; the others may not add to it.
    func sendAndLookForLeaks(requestCount: Int) async throws {
        let server = try ScriptedServer([Script.answer(200)], keepsRequests: false)
        defer { server.stop() }
        let first = kind.transport(loopCount: loopCount)
        try await send(Self.taskCount, server, first)
        await first.shutdown()
        await server.waitForClosedConnections()
        let atRest = try #require(ProcessUsage.current)

        let transport = kind.transport(loopCount: loopCount)
        let connectionsBefore = server.connectionCount
        try await send(requestCount / 5, server, transport)
        let warm = try #require(ProcessUsage.current)
        let warmConnectionCount = server.connectionCount
        try await send(requestCount - requestCount / 5, server, transport)
        let after = try #require(ProcessUsage.current)
        #expect(server.connectionCount - connectionsBefore <= Self.taskCount * loopCount)
        if !ProcessUsage.hasShadowMemory {
            let growth = after.residentByteCount - warm.residentByteCount
            let lateCount = server.connectionCount - warmConnectionCount
            let limit = Self.growthByteCount + lateCount * Self.connectionByteCount
            #expect(growth < limit, "\(growth) bytes, and \(lateCount) connections")
        }

        await transport.shutdown()
        await server.waitForClosedConnections()
        let end = try #require(ProcessUsage.current)
        #expect(end.descriptorCount == atRest.descriptorCount)
    }

    private func send(
        _ count: Int,
        _ server: ScriptedServer,
        _ transport: any Transport
    ) async throws {
        let request = try TransportRequests.post(server.url())
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<Self.taskCount {
                group.addTask {
                    var sum = 0
                    for _ in 0..<count / Self.taskCount {
                        sum += try await transport.send(request, observer: nil).status
                    }
                    return sum
                }
            }
            for try await sum in group { #expect(sum == 200 * (count / Self.taskCount)) }
        }
    }

    /// Cancels eight requests a round, at a random time; a call that returned twice would trap.
    func cancel(roundCount: Int) async throws {
        let server = try ScriptedServer([Script.answer(200)], keepsRequests: false)
        defer { server.stop() }
        let transport = kind.transport(loopCount: loopCount)
        let body = Body([UInt8](repeating: 1, count: 100_000))
        let request = try TransportRequests.post(server.url(), body)
        var generator = SeededGenerator(seed: 7)
        var longest = Duration.zero
        for round in 0..<roundCount {
            let tasks = (0..<8).map { _ in
                Task {
                    let name = await TransportRequests.error(transport, request)?.kind.name
                    return (name, ContinuousClock.now)
                }
            }
            if round > 0 {
                try await Task.sleep(for: .microseconds(.random(in: 0...3000, using: &generator)))
            }
            let cancellation = ContinuousClock.now
            for task in tasks { task.cancel() }
            for task in tasks {
                let (name, end) = await task.value
                #expect(name == nil || name == "cancelled")
                longest = max(longest, end - cancellation)
            }
        }
        #expect(longest < .seconds(1))
        #expect(try await transport.send(request, observer: nil).status == 200)
        await transport.shutdown()
    }
}
