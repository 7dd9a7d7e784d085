import BodyStreaming
import Synchronization
import TestSupport
import UploadHTTP

/// A transport whose answers a test writes, and which counts what goes through it.
final class ScriptedTransport: Transport {
    typealias Answer =
        @Sendable (Request, _ number: Int) async throws(TransportError) -> Response

    private struct Counters {
        var begun = 0
        var running = 0
        var peak = 0
        var requests: [Request] = []
    }

    private let answer: Answer
    private let counters = Mutex(Counters())

    /// Creates a transport; `answer` gets each request and its number, from 0.
    init(_ answer: @escaping Answer) {
        self.answer = answer
    }

    /// A transport that answers everything with this status.
    convenience init(status: Int) {
        self.init { (_, _) throws(TransportError) in Response.with(status) }
    }

    var requests: [Request] { counters.withLock { $0.requests } }
    var count: Int { counters.withLock { $0.begun } }
    var peak: Int { counters.withLock { $0.peak } }
    var running: Int { counters.withLock { $0.running } }

    func send(
        _ request: Request,
        observer: (@Sendable (TransferEvent) -> Void)?
    ) async throws(TransportError) -> Response {
        let number = counters.withLock { counters in
            counters.requests.append(request)
            counters.running += 1
            counters.peak = max(counters.peak, counters.running)
            counters.begun += 1
            return counters.begun - 1
        }
        defer { counters.withLock { $0.running -= 1 } }
        let total = request.body?.length
        observer?(.progress(TransferProgress(sent: 0, acknowledged: 0, total: total)))
        let response = try await answer(request, number)
        observer?(
            .progress(TransferProgress(sent: total ?? 0, acknowledged: total ?? 0, total: total))
        )
        return response
    }
}

extension ScriptedTransport {
    /// The bodies of the requests, as text, in order.
    func bodies() async throws -> [String] {
        var bodies: [String] = []
        for request in requests {
            bodies.append(
                String(decoding: try await (request.body ?? Body()).collected(), as: UTF8.self)
            )
        }
        return bodies
    }
}

extension Response {
    static func with(_ status: Int, _ fields: [(String, String)] = [], _ body: String = "")
        -> Response
    {
        var head = ResponseHead(status: status)
        for (name, value) in fields { try? head.fields.append(name, value) }
        return Response(head: head, body: .bytes(Array(body.utf8)))
    }
}

extension UploadClock {
    /// A clock that stands still and on which no wait takes time.
    static let instant = UploadClock(
        uptime: { .zero },
        sinceEpoch: { .zero },
        sleep: { _ in try Task.checkCancellation() }
    )
}

extension UploadSession {
    /// A session on whose clock no wait takes time.
    static func instant(_ transport: any Transport) -> UploadSession {
        var session = UploadSession(transport: transport)
        session.clock = .instant
        return session
    }
}

extension Request {
    static func post(_ path: String = "/", _ body: String = "x") throws -> Request {
        try Request(url: RequestURL("http://127.0.0.1" + path), body: Body(body))
    }
}
