import BodyStreaming
import Synchronization
import UploadHTTP

/// A transport that answers from a list; the last answer repeats.
final class ScriptedTransport: Transport {
    typealias Answer = Result<Response, TransportError>

    private let answers: [Answer]
    private let sent = Mutex<[Request]>([])

    init(_ answers: Answer...) {
        self.answers = answers
    }

    /// What was sent, in order.
    var requests: [Request] { sent.withLock { $0 } }

    func send(
        _ request: Request,
        observer: (@Sendable (TransferEvent) -> Void)?
    ) async throws(TransportError) -> Response {
        let index = sent.withLock { requests in
            requests.append(request)
            return min(requests.count, answers.count) - 1
        }
        observer?(.connected(reused: false))
        return try answers[index].get()
    }
}

extension Result where Success == Response, Failure == TransportError {
    static func status(_ status: Int, _ fields: (String, String)...) -> Self {
        var response = Response(head: ResponseHead(status: status), bodyByteCountSent: 7)
        for (name, value) in fields { try? response.head.fields.append(name, value) }
        return .success(response)
    }

    static func early(_ status: Int) -> Self {
        .success(Response(head: ResponseHead(status: status), progress: .partlySent))
    }

    static func lost(
        _ progress: RequestProgress,
        _ kind: TransportError.Kind = .connectionLost,
        reused: Bool = false,
        status: Int? = nil,
        sent: Int64 = 0
    ) -> Self {
        .failure(
            TransportError(
                kind,
                phase: .sending,
                progress: progress,
                bodyByteCountSent: sent,
                bodyWasRead: true,
                connectionWasReused: reused,
                responseHead: status.map { ResponseHead(status: $0) }
            )
        )
    }
}

/// A time that moves only when somebody waits.
final class FakeClock: Sendable {
    private let state = Mutex<(now: Duration, waits: [Duration])>((.zero, []))

    /// How long was waited, in order.
    var waits: [Duration] { state.withLock { $0.waits } }

    var clock: UploadClock {
        UploadClock(
            uptime: { self.state.withLock { $0.now } },
            sinceEpoch: { .seconds(784_887_151) + self.state.withLock { $0.now } },
            sleep: { duration in
                try Task.checkCancellation()
                self.state.withLock { state in
                    state.now += duration
                    state.waits.append(duration)
                }
            }
        )
    }
}
