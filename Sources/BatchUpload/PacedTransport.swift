internal import BodyStreaming
internal import Synchronization
public import UploadHTTP

/// A transport that spreads the requests of many items over time.
///
/// It stands between a session and what carries the bytes, so that repetitions are paced as first
/// attempts are. An answer 429 or 503 holds all requests to its origin, for as long as its
/// `Retry-After` says.
public struct PacedTransport: Transport {
    private let base: any Transport
    private let gate: PacingGate

    /// Creates a transport with a pace of its own; copies of it share the pace.
    ///
    /// - Parameters:
    ///   - base: What carries the bytes.
    ///   - pacing: How the requests are spread.
    public init(_ base: any Transport, pacing: Pacing) {
        self.init(base, pacing: pacing, clock: .system)
    }

    /// Creates a transport that asks `clock` for the time.
    package init(_ base: any Transport, pacing: Pacing, clock: UploadClock) {
        self.base = base
        gate = PacingGate(pacing, clock: clock)
    }

    /// Waits until the request may begin, and sends it.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - observer: Called with each event of the sending; waiting is none.
    /// - Returns: The response, with its content.
    /// - Throws: As the transport beneath; a request that is cancelled while it waits was not sent.
    public func send(
        _ request: Request,
        observer: (@Sendable (TransferEvent) -> Void)?
    ) async throws(TransportError) -> Response {
        let number: Int
        let (origin, byteCount) = (request.url.origin, request.body?.length)
        do {
            try Task.checkCancellation()
            if case .begin(let admitted) = gate.admit(to: origin, byteCount: byteCount) {
                number = admitted
            } else {
                number = try await gate.enter(origin, byteCount: byteCount)
            }
        } catch {
            throw TransportError(.cancelled)
        }
        let attempt: Result<Response, TransportError>
        do {
            attempt = .success(try await base.send(request, observer: observer))
        } catch {
            attempt = .failure(error)
        }
        gate.leave(number, origin, attempt)
        return try attempt.get()
    }
}

/// Lets requests pass one by one, as the pacing decides.
private final class PacingGate: Sendable {
    private struct State {
        var pacing: PacingState
        var waiters: [(ticket: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var ticketCount = 0
    }

    private let clock: UploadClock
    private let state: Mutex<State>

    init(_ pacing: Pacing, clock: UploadClock) {
        self.clock = clock
        state = Mutex(State(pacing: PacingState(pacing, now: clock.uptime())))
    }

    /// Decides whether a request may begin, without waiting.
    func admit(to origin: Origin, byteCount: Int64?) -> PacingState.Admission {
        let now = clock.uptime()
        return state.withLock { $0.pacing.admit(to: origin, byteCount: byteCount, now: now) }
    }

    /// Waits until a request may begin.
    ///
    /// - Returns: The number to leave with.
    /// - Throws: `CancellationError`.
    func enter(_ origin: Origin, byteCount: Int64?) async throws -> Int {
        while true {
            try Task.checkCancellation()
            switch admit(to: origin, byteCount: byteCount) {
            case .begin(let number): return number
            case .wait(let until):
                // Whoever waits for the time lets the next one look whether it can begin.
                wakeOne()
                try await clock.sleep(until - clock.uptime())
            case .full: await waitForEnd()
            }
        }
    }

    /// Takes note of the end of a request, and lets others look whether they can begin.
    func leave(_ number: Int, _ origin: Origin, _ attempt: Result<Response, TransportError>) {
        let verdict = PacingState.Verdict(attempt, now: clock.sinceEpoch())
        let woken = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.pacing.end(number, to: origin, verdict, now: clock.uptime())
            let room = max(0, state.pacing.limit - state.pacing.runningCount)
            let count = min(room, state.waiters.count)
            guard count > 0 else { return [] }
            defer { state.waiters.removeFirst(count) }
            return state.waiters.prefix(count).map(\.continuation)
        }
        for continuation in woken { continuation.resume() }
    }

    private func wakeOne() {
        let woken = state.withLock { state in
            state.waiters.isEmpty || state.pacing.runningCount >= state.pacing.limit
                ? nil : state.waiters.removeFirst().continuation
        }
        woken?.resume()
    }

    /// Waits until a request has ended or the task is cancelled.
    private func waitForEnd() async {
        let ticket = state.withLock { state in
            state.ticketCount += 1
            return state.ticketCount
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mayGo = state.withLock { state in
                    // A request may have ended between the decision and here.
                    if Task.isCancelled || state.pacing.runningCount < state.pacing.limit {
                        return true
                    }
                    state.waiters.append((ticket, continuation))
                    return false
                }
                if mayGo { continuation.resume() }
            }
        } onCancel: {
            let cancelled = state.withLock { state in
                state.waiters.firstIndex { $0.ticket == ticket }
                    .map { state.waiters.remove(at: $0).continuation }
            }
            cancelled?.resume()
        }
    }
}
