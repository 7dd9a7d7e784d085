import BodyStreaming
import Synchronization

/// A small HTTP/1.1 server that takes forms and says what it got, to try and test clients against.
///
/// It listens on loopback, reads each form as it arrives, and answers with an object of JSON that
/// has the name, type, size and SHA-256 digest of every part. It can save files, and it can do
/// things wrong on purpose: see ``ReceiverFault``.
///
/// It is no server for the world: it has no TLS, no authentication and one thread a connection. A
/// real deployment puts nginx or the web framework of its own service there.
public final class UploadReceiver: Sendable {
    /// The address it listens on.
    public let address: String

    /// The port it listens on.
    public let port: UInt16

    private let core: ReceiverCore
    private let threadCount: Int
    private let hasEnded = Mutex(false)

    /// Starts a receiver; it listens when this returns.
    ///
    /// - Throws: ``ReceiverError`` if the address isn't allowed or is taken, or files can't be
    ///   saved.
    public init(options: ReceiverOptions = ReceiverOptions()) throws(ReceiverError) {
        address = options.address
        guard let binary = SocketCalls.address(options.address) else {
            throw .invalidAddress(options.address)
        }
        guard options.allowsOtherAddresses || SocketCalls.isLoopback(binary) else {
            throw .addressNotLoopback(options.address)
        }
        if let directory = options.saveDirectory {
            do throws(SystemCallError) {
                try SaveDirectory.prepare(directory)
            } catch {
                throw .saveDirectory(path: directory, errno: error.number)
            }
        }
        var operation = SocketOperation.socket
        do throws(SystemCallError) {
            let listener = try SocketCalls.makeStream()
            operation = .bind
            try SocketCalls.bind(listener.rawValue, to: binary, port: options.port)
            operation = .listen
            try SocketCalls.listen(listener.rawValue)
            operation = .name
            port = try SocketCalls.port(of: listener.rawValue)
            operation = .pipe
            core = try ReceiverCore(options: options, listener: listener)
            operation = .thread
            threadCount = try Self.startThreads(options.maximumConnectionCount, core)
        } catch {
            throw .socket(
                operation: operation,
                address: options.address,
                port: options.port,
                errno: error.number
            )
        }
    }

    deinit {
        core.stop()
    }

    /// Where it can be reached, for example `http://127.0.0.1:40123/`.
    public var url: String { "http://\(address):\(port)/" }

    /// Stops, and returns when all connections are closed.
    ///
    /// Requests that have begun may end within ``ReceiverOptions/gracePeriod``. Must not be called
    /// from the options' closures, which run on the threads that it waits for.
    public func stop() {
        core.stop()
        hasEnded.withLock { hasEnded in
            guard !hasEnded else { return }
            core.waitForEnd(of: threadCount)
            hasEnded = true
        }
    }

    /// Starts as many threads as it can, up to `count`; one will do.
    private static func startThreads(
        _ count: Int,
        _ core: ReceiverCore
    ) throws(SystemCallError) -> Int {
        var started = 0
        while started < max(count, 1) {
            do throws(SystemCallError) {
                try DetachedThread.start { core.serveConnections() }
                started += 1
            } catch {
                guard started > 0 else { throw error }
                break
            }
        }
        return started
    }
}
