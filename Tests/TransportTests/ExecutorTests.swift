import Foundation
import TestSupport
import Testing
import UploadHTTP

struct ExecutorTests {
    /// The thread that runs the caller.
    private static func thread() -> UInt { UInt(pthread_self()) }

    private static func threads(of count: Int) async -> Set<UInt> {
        await withTaskGroup(of: UInt.self) { group in
            for _ in 0..<count { group.addTask { thread() } }
            return await group.reduce(into: []) { $0.insert($1) }
        }
    }

    @Test(arguments: TransportKind.allCases)
    func requestsAndTheirTasksShareOneThread(kind: TransportKind) async throws {
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        let transport = kind.transport()
        let request = try TransportRequests.post(server.url())
        let threads = try await withTaskExecutorPreference(transport.executor()) {
            try await withThrowingTaskGroup(of: Set<UInt>.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        let before = Self.thread()
                        let response = try await transport.send(request, observer: nil)
                        #expect(response.status == 200)
                        return [before, Self.thread()]
                    }
                }
                return try await group.reduce(into: Set()) { $0.formUnion($1) }
            }
        }
        #expect(threads.count == 1)
        #expect(server.requests.count == 20)
        await transport.shutdown()
    }

    @Test(arguments: TransportKind.allCases)
    func tasksThatYieldLeaveTheTransfersTheirTurn(kind: TransportKind) async throws {
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        let transport = kind.transport()
        let request = try TransportRequests.post(server.url())
        try await withTaskExecutorPreference(transport.executor()) {
            let busy = Task(executorPreference: try transport.executor()) {
                while !Task.isCancelled { await Task.yield() }
            }
            let response = try await transport.send(request, observer: nil)
            #expect(response.status == 200)
            busy.cancel()
            await busy.value
        }
        await transport.shutdown()
    }

    @Test(arguments: TransportKind.allCases)
    func tasksRunOnAfterTheShutdown(kind: TransportKind) async throws {
        let transport = kind.transport()
        try await withTaskExecutorPreference(transport.executor()) {
            #expect(await Self.threads(of: 100).count == 1)
            await transport.shutdown()
            #expect(await Self.threads(of: 100).isEmpty == false)
        }
        #expect(throws: TransportError.self) { _ = try transport.executor() }
    }

    @Test(arguments: TransportKind.allCases)
    func tasksSurviveAShutdownAtAnyTime(kind: TransportKind) async throws {
        for _ in 0..<50 {
            let transport = kind.transport()
            let executor = try transport.executor()
            async let sum = withTaskExecutorPreference(executor) {
                await withTaskGroup(of: Int.self) { group in
                    for number in 0..<100 {
                        group.addTask {
                            await Task.yield()
                            return number
                        }
                    }
                    return await group.reduce(0, +)
                }
            }
            await transport.shutdown()
            #expect(await sum == 4950)
        }
    }
}
