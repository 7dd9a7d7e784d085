import BodyStreaming
import SocketTransports
import Synchronization
import TestSupport
import Testing
import UploadHTTP

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

struct ConnectingTests {
    /// The addresses that these texts are, in this order.
    private static func addresses(_ texts: [String]) -> [SocketAddress] {
        texts.flatMap { (text) -> [SocketAddress] in
            if case .found(let found) = NameResolution.address(text) { found } else { [] }
        }
    }

    /// A transport for which each name has these addresses.
    private func transport(_ texts: [String]) -> SocketTransport {
        SocketTransport(SocketConfiguration()) { _ in .found(Self.addresses(texts)) }
    }

    @Test(
        arguments: [
            ([], []),
            (["127.0.0.1"], [4]),
            (["::1", "::2"], [6, 6]),
            (["::1", "::2", "127.0.0.1"], [6, 4, 6]),
            (["127.0.0.1", "127.0.0.2", "127.0.0.3", "::1"], [4, 6, 4, 4]),
            (["127.0.0.1", "::1", "::2", "::3"], [4, 6, 6, 6]),
        ] as [([String], [Int])]
    )
    func familiesTakeTurns(texts: [String], families: [Int]) {
        let sorted = NameResolution.alternating(Self.addresses(texts))
        #expect(sorted.map { $0.family == AF_INET6 ? 6 : 4 } == families)
    }

    @Test(arguments: ["example.com", "localhost", "", "1.example.com", "fe80", "1.2.3.4.5"])
    func namesAreNoAddresses(host: String) {
        #expect(NameResolution.address(host) == nil)
    }

    @Test func namesThatDoNotExistAreTold() async throws {
        let transport = SocketTransport(SocketConfiguration()) { _ in
            .failed(LibraryFailure(name: "getaddrinfo", code: -2, words: "none"))
        }
        let request = try SocketRequests.post("http://absent.example/")
        let error = await SocketRequests.outcome(request, over: transport).error
        #expect(error?.kind.name == "hostNotFound")
        #expect(error?.progress == .notSent)
        #expect(error?.phase == .connecting)
        #expect(error?.library?.code == -2)
    }

    @Test(arguments: [
        ["127.0.0.9", "127.0.0.1"], ["::1", "127.0.0.1"],
        ["127.0.0.7", "127.0.0.8", "::1", "127.0.0.9", "127.0.0.1"],
    ])
    func anAddressThatRefusesIsPassedOver(texts: [String]) async throws {
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        let transport = transport(texts)
        let url = "http://some.example:\(server.port)/"
        for _ in 0..<2 {
            let response = try await transport.send(SocketRequests.post(url), observer: nil)
            #expect(response.status == 200)
        }
        #expect(
            server.requests.map { $0["Host"] }
                == Array(repeating: "some.example:\(server.port)", count: 2)
        )
        #expect(server.connectionCount == 1)
    }

    @Test func addressesThatAllRefuseAreAnError() async throws {
        // It has the port, and doesn't listen.
        let socket = try LoopbackSocket(backlog: nil)
        defer { close(socket.descriptor) }
        let port = socket.port
        let request = try SocketRequests.post("http://some.example:\(port)/")
        let transport = transport(["127.0.0.1", "127.0.0.2"])
        let error = await SocketRequests.outcome(request, over: transport).error
        #expect(error?.kind.name == "connectionFailed")
        #expect(error?.library?.name == "connect")
        #expect(error?.library?.code == Int(ECONNREFUSED))
        #expect(error?.progress == .notSent)
        #expect(error?.bodyByteCountSent == 0)
    }

    @Test func aNameWithoutAddressesIsAnError() async throws {
        let request = try SocketRequests.post("http://some.example/")
        let error = await SocketRequests.outcome(request, over: transport([])).error
        #expect(error?.kind.name == "connectionFailed")
        #expect(error?.phase == .connecting)
    }

    /// One question for all requests that come meanwhile, and none for those that come soon after.
    @Test func aNameIsAskedForOnce() async throws {
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        let count = Mutex(0)
        let gate = ConnectedDescriptors.pipe()
        let transport = SocketTransport(SocketConfiguration()) { _ in
            count.withLock { $0 += 1 }
            var byte: UInt8 = 0
            _ = unsafe read(gate.reading, &byte, 1)
            return .found(Self.addresses(["127.0.0.1"]))
        }
        let request = try SocketRequests.post("http://some.example:\(server.port)/")
        let tasks = (0..<5).map { _ in
            Task { await SocketRequests.outcome(request, over: transport).name }
        }
        // One of those who wait gives up.
        let cancelled = Task { await SocketRequests.outcome(request, over: transport).name }
        cancelled.cancel()
        #expect(await cancelled.value == "cancelled")
        gate.write([1])
        for task in tasks { #expect(await task.value == "200") }
        #expect(await SocketRequests.outcome(request, over: transport).name == "200")
        #expect(count.withLock { $0 } == 1)
    }

    @Test(arguments: [true, false])
    func waitingForANameIsBounded(byConnectTimer: Bool) async throws {
        let gate = ConnectedDescriptors.pipe()
        let transport = SocketTransport(SocketConfiguration()) { _ in
            var byte: UInt8 = 0
            _ = unsafe read(gate.reading, &byte, 1)
            return .found([])
        }
        let request = try SocketRequests.post("http://some.example/") {
            $0.timers.connect = byConnectTimer ? .milliseconds(200) : nil
            $0.timers.total = byConnectTimer ? nil : .milliseconds(200)
        }
        let begin = ContinuousClock.now
        let error = await SocketRequests.outcome(request, over: transport).error
        #expect(error?.kind.name == (byConnectTimer ? "connectTimeout" : "totalTimeout"))
        #expect(error?.progress == .notSent)
        #expect(ContinuousClock.now - begin < .seconds(20))
        await transport.shutdown()
        gate.write([1])
    }

    /// The timers of one request run whatever the others wait for.
    @Test func waitingForANameIsBoundedBesideARequestThatWaits() async throws {
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        let gate = ConnectedDescriptors.pipe()
        let transport = SocketTransport(SocketConfiguration()) { _ in
            var byte: UInt8 = 0
            _ = unsafe read(gate.reading, &byte, 1)
            return .found([])
        }
        let (chunks, feed) = AsyncStream<[UInt8]>.makeStream()
        let body = Body(BodyStream(label: "feed") { chunks })
        let waiting = try SocketRequests.post(server.url(), body) {
            $0.timers = Timers(connect: nil, stall: .milliseconds(80), response: nil, total: nil)
        }
        let task = Task { await SocketRequests.outcome(waiting, over: transport).name }
        await server.waitForRequests(1)
        // Its stall timer has to have run: then nothing of this request is looked at any more, as long
        // as its body has nothing.
        try await Task.sleep(for: .milliseconds(300))
        let request = try SocketRequests.post("http://some.example/") {
            $0.timers = Timers(connect: nil, stall: nil, response: nil, total: .milliseconds(200))
        }
        let begin = ContinuousClock.now
        #expect(await SocketRequests.outcome(request, over: transport).name == "totalTimeout")
        #expect(ContinuousClock.now - begin < .seconds(20))
        feed.finish()
        #expect(await task.value == "200")
        gate.write([1])
    }

    /// Says when nobody holds it any more.
    private final class Witness: Sendable {
        private let end: @Sendable () -> Void

        init(_ end: @escaping @Sendable () -> Void) {
            self.end = end
        }

        deinit {
            end()
        }
    }

    /// An observer that calls `end` when it goes.
    private static func observer(
        _ end: @escaping @Sendable () -> Void
    ) -> @Sendable (TransferEvent) -> Void {
        let witness = Witness(end)
        return { _ in withExtendedLifetime(witness) {} }
    }

    @Test(.timeLimit(.minutes(1))) func shuttingDownDoesNotWaitForAName() async throws {
        let gate = ConnectedDescriptors.pipe()
        let (started, start) = AsyncStream<Void>.makeStream()
        let transport = SocketTransport(SocketConfiguration()) { _ in
            start.yield()
            var byte: UInt8 = 0
            _ = unsafe read(gate.reading, &byte, 1)
            return .found([])
        }
        let request = try SocketRequests.post("http://some.example/")
        let (ended, end) = AsyncStream<Void>.makeStream()
        let task = Task {
            await SocketRequests.outcome(
                request,
                over: transport,
                observer: Self.observer { end.finish() }
            ).name
        }
        for await _ in started { break }
        await transport.shutdown()
        #expect(await task.value == "shutDown")
        gate.write([1])
        // Nothing holds the request any more.
        for await _ in ended {}
    }

    /// The thread is busy for longer than the timer lasts before it begins with the request.
    @Test func waitingForTheThreadIsNoWaitingForAConnection() async throws {
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        let transport = SocketTransport()
        let request = try SocketRequests.post(server.url()) { $0.timers.connect = .seconds(1) }
        let executor = try transport.executor()
        let (started, start) = AsyncStream<Void>.makeStream()
        let gate = ConnectedDescriptors.pipe()
        let busy = Task(executorPreference: executor) {
            start.yield()
            var byte: UInt8 = 0
            _ = unsafe read(gate.reading, &byte, 1)
        }
        for await _ in started { break }
        let task = Task { await SocketRequests.outcome(request, over: transport).name }
        // The time itself is what must not end the request.
        try await Task.sleep(for: .milliseconds(1500))
        gate.write([1])
        #expect(await task.value == "200")
        await busy.value
    }

    // MARK: Addresses that don't answer

    @Test func anAddressThatDoesNotAnswerGetsCompany() async throws {
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        let silent = try SilentAddress("127.0.0.5", port: server.port)
        guard silent.isSilent else { return }
        let begin = ContinuousClock.now
        let request = try SocketRequests.post("http://some.example:\(silent.port)/")
        let outcome = await SocketRequests.outcome(
            request,
            over: transport(["127.0.0.5", "127.0.0.1"])
        )
        #expect(outcome.name == "200")
        #expect(ContinuousClock.now - begin > .milliseconds(200))
    }

    @Test(arguments: [true, false])
    func waitingForAnAddressIsBounded(byConnectTimer: Bool) async throws {
        let silent = try SilentAddress("127.0.0.6")
        guard silent.isSilent else { return }
        let request = try SocketRequests.post("http://127.0.0.6:\(silent.port)/") {
            $0.timers.connect = byConnectTimer ? .milliseconds(200) : nil
            $0.timers.total = byConnectTimer ? nil : .milliseconds(200)
        }
        let begin = ContinuousClock.now
        let error = await SocketRequests.outcome(request, over: SocketTransport()).error
        #expect(error?.kind.name == (byConnectTimer ? "connectTimeout" : "totalTimeout"))
        #expect(error?.phase == .connecting)
        #expect(error?.progress == .notSent)
        #expect(ContinuousClock.now - begin < .seconds(20))
    }
}
