import BodyStreaming
import Synchronization
import UploadReceiver

/// Writes what a receiver got to standard output: the address first, then request by request.
///
/// Requests end on several threads; the lines of each stay together, the request's own last.
final class RequestLog: Sendable {
    private let isJSON: Bool

    /// Why the output could not be written; nothing is written after that.
    private let failure = Mutex<CommandFailure?>(nil)

    private let failed = ReadySignal()

    init(isJSON: Bool) {
        self.isJSON = isJSON
    }

    /// Starts a receiver and writes its address, before any request can be written.
    func begin(
        _ start: () throws(CommandFailure) -> UploadReceiver
    ) throws(CommandFailure) -> UploadReceiver {
        try failure.withLock { _ throws(CommandFailure) in
            let receiver = try start()
            try StandardStream.output.write(beginning(receiver.url))
            return receiver
        }
    }

    /// Writes the lines for a request that has ended.
    func write(_ request: ReceivedRequest) {
        failure.withLock { failure in
            guard failure == nil else { return }
            do throws(CommandFailure) {
                try StandardStream.output.write(lines(for: request))
            } catch {
                failure = error
                failed.raise()
            }
        }
    }

    /// Waits until the task is cancelled.
    ///
    /// - Throws: A failure as soon as the output can't be written.
    func waitForEnd() async throws(CommandFailure) {
        await failed.wait()
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    private func beginning(_ url: String) -> String {
        guard isJSON else {
            return "Listening on \(url) until it is interrupted, for example by Ctrl-C.\n"
                + PartTable.heading
        }
        return JSONWriter.object { $0.member("listening", url) } + "\n"
    }

    private func lines(for request: ReceivedRequest) -> String {
        request.parts.map { isJSON ? $0.json + "\n" : PartTable.line(for: $0) }.joined()
            + (isJSON ? json(for: request) : text(for: request)) + "\n"
    }

    private func json(for request: ReceivedRequest) -> String {
        JSONWriter.object { object in
            object.member("request", request.index)
            object.member("method", request.method)
            object.member("target", request.target)
            object.member("status", orNull: request.status.map { Int64($0) })
            object.member("seconds", request.duration)
            object.member("error", request.error)
        }
    }

    private func text(for request: ReceivedRequest) -> String {
        let words = request.error ?? content(of: request)
        let status = request.status.map { String($0) } ?? "no answer"
        return DisplayText.escaped("\(request.method) \(request.target): \(status), \(words)")
    }

    private func content(of request: ReceivedRequest) -> String {
        let size = ByteCountText.text(of: request.bodyByteCount)
        switch request.parts.count {
        case 0: return request.bodyByteCount == 0 ? "no body" : "no parts in \(size)"
        case 1: return "1 part in \(size)"
        case let count: return "\(count) parts in \(size)"
        }
    }
}
