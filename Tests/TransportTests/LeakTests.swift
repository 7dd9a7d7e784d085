import BodyStreaming
import Foundation
import MultipartFormData
import TestSupport
import Testing
import UploadHTTP

/// What ten thousand forms leave behind that are encoded, and then sent or cancelled.
@Suite(.serialized)
struct LeakTests {
    @Test(.enabled(if: ProcessUsage.current != nil), arguments: TransportKind.allCases)
    func tenThousandFormsEncodedSentOrCancelledLeaveNothingBehind(kind: TransportKind) async {
        await #expect(processExitsWith: .success) { [kind] in
            try await FormCycles(kind).run(count: 10_000)
        }
    }
}

private struct FormCycles {
    private static let taskCount = 16
    /// What the memory of the process may grow by, for all reasons: 260 bytes a cycle at most.
    private static let growthByteCount = 2 << 20

    private let kind: TransportKind
    private let directory: TemporaryDirectory
    private let file: LocalPath

    init(_ kind: TransportKind) throws {
        self.kind = kind
        directory = try TemporaryDirectory()
        file = try directory.file("photo.png", [UInt8](repeating: 0x5A, count: 20_000))
    }

    /// As many cycles before bring all caches to their size; the others may not add to it.
    func run(count: Int) async throws {
        let server = try ScriptedServer([Script.answer(200)], keepsRequests: false)
        defer { server.stop() }
        let first = kind.transport()
        try await run(Self.taskCount, server, first)
        await first.shutdown()
        await server.waitForClosedConnections()
        let atRest = try #require(ProcessUsage.current)

        let transport = kind.transport()
        try await run(count, server, transport)
        let warm = try #require(ProcessUsage.current)
        try await run(count, server, transport)
        let after = try #require(ProcessUsage.current)
        if !ProcessUsage.hasShadowMemory {
            #expect(after.residentByteCount - warm.residentByteCount < Self.growthByteCount)
        }
        await transport.shutdown()
        await server.waitForClosedConnections()
        #expect(OpenDescriptors.count(under: directory.path) == 0)
        let end = try #require(ProcessUsage.current)
        #expect(end.descriptorCount == atRest.descriptorCount)
    }

    private func run(
        _ count: Int,
        _ server: ScriptedServer,
        _ transport: any Transport
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<Self.taskCount {
                group.addTask {
                    var generator = SeededGenerator(seed: UInt64(index))
                    for _ in 0..<count / Self.taskCount {
                        try await cycle(server, transport, &generator)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// One form: it is read in part, and then sent; half of those that are sent are cancelled.
    private func cycle(
        _ server: ScriptedServer,
        _ transport: any Transport,
        _ generator: inout SeededGenerator
    ) async throws {
        var form = MultipartForm()
        form.append(name: "title", text: "A title")
        form.append(try MultipartPart(name: "photo", file: file, contentType: "image/png"))
        let body = try form.body()
        var reader = try body.reader(at: .random(in: 0...1000, using: &generator))
        _ = try [UInt8](capacity: 4096) { output throws(BodyError) in
            _ = try reader.read(into: &output)
        }
        let request = try TransportRequests.post(server.url(), body)
        let task = Task {
            await TransportRequests.error(transport, request)?.kind.name
        }
        guard Bool.random(using: &generator) else {
            #expect(await task.value == nil)
            return
        }
        for _ in 0..<Int.random(in: 0...20, using: &generator) { await Task.yield() }
        task.cancel()
        let name = await task.value
        #expect(name == nil || name == "cancelled")
    }
}
