import Synchronization
import UploadReceiver

/// The requests that a receiver has ended.
final class RequestLog: Sendable {
    private let entries = Mutex<[ReceivedRequest]>([])

    /// In the order in which they began: each connection has a thread of its own that says when one
    /// ends.
    var requests: [ReceivedRequest] {
        entries.withLock { $0 }.sorted { $0.index < $1.index }
    }

    func append(_ request: ReceivedRequest) {
        entries.withLock { $0.append(request) }
    }

    /// Runs `work` with a receiver that logs here, and stops the receiver.
    @discardableResult
    static func with<Value>(
        _ change: (inout ReceiverOptions) -> Void = { _ in },
        _ work: (UploadReceiver) throws -> Value
    ) throws -> (value: Value, requests: [ReceivedRequest]) {
        let log = RequestLog()
        var options = ReceiverOptions()
        options.maximumConnectionCount = 4
        options.requestEnded = { log.append($0) }
        change(&options)
        let receiver = try UploadReceiver(options: options)
        defer { receiver.stop() }
        let value = try work(receiver)
        receiver.stop()
        return (value, log.requests)
    }
}
