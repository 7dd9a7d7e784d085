import BodyStreaming
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What the threads of a receiver share.
///
/// Each thread serves one connection after the other. One of those that have none waits for the
/// next connection, the others for their turn: so the number of threads bounds the number of
/// connections, and a connection wakes one thread.
final class ReceiverCore: Sendable {
    let options: ReceiverOptions

    /// Becomes readable, and stays so, when the receiver stops.
    var stopSignal: CInt { stopReading.rawValue }

    /// The socket for connections, until the receiver has stopped; who holds the lock waits for the
    /// next connection.
    private let listener: Mutex<OwnedDescriptor?>

    private let stopReading: OwnedDescriptor
    private let stopWriting: OwnedDescriptor
    private let endReading: OwnedDescriptor
    private let endWriting: OwnedDescriptor
    private let nextIndex = Atomic(0)
    private let deadline = Mutex<ContinuousClock.Instant?>(nil)

    init(options: ReceiverOptions, listener: consuming OwnedDescriptor) throws(SystemCallError) {
        self.options = options
        self.listener = Mutex(listener)
        let stop = try SystemCalls.makePipe()
        stopReading = OwnedDescriptor(owning: stop.reading)
        stopWriting = OwnedDescriptor(owning: stop.writing)
        let end = try SystemCalls.makePipe()
        endReading = OwnedDescriptor(owning: end.reading)
        endWriting = OwnedDescriptor(owning: end.writing)
    }

    /// When connections must be given up, once the receiver stops.
    var stopDeadline: ContinuousClock.Instant? { deadline.withLock { $0 } }

    /// A number that no other request has.
    func takeIndex() -> Int {
        nextIndex.add(1, ordering: .relaxed).oldValue
    }

    /// Serves connections until the receiver stops: the work of one thread.
    func serveConnections() {
        while let socket = nextConnection() {
            var connection = ReceiverConnection(socket, core: self)
            connection.serve()
        }
        Self.writeByte(endWriting)
    }

    /// Lets requests that have begun go on for the grace period, and starts no others.
    func stop() {
        deadline.withLock { $0 = $0 ?? .now + options.gracePeriod }
        Self.writeByte(stopWriting)
    }

    /// Waits until `threadCount` threads have ended, and refuses connections from then on.
    func waitForEnd(of threadCount: Int) {
        var left = threadCount
        while left > 0 {
            _ = try? SocketCalls.wait(
                for: endReading.rawValue,
                CInt(POLLIN),
                orFor: -1,
                until: nil
            )
            var byte: [1 of UInt8] = [0]
            var span = byte.mutableSpan
            let count = unsafe span.withUnsafeMutableBufferPointer { buffer in
                unsafe read(endReading.rawValue, buffer.baseAddress, buffer.count)
            }
            if count > 0 { left -= count }
        }
        listener.withLock { $0 = nil }
    }

    /// The next connection, or `nil` when the receiver stops.
    private func nextConnection() -> OwnedDescriptor? {
        listener.withLock { listener in
            while let descriptor = listener?.rawValue {
                do throws(SystemCallError) {
                    let wait = try SocketCalls.wait(
                        for: descriptor,
                        CInt(POLLIN),
                        orFor: stopSignal,
                        until: nil
                    )
                    if wait == .signalled { return nil }
                    return try SocketCalls.accept(descriptor)
                } catch  where error.number == EAGAIN || error.number == ECONNABORTED {
                    continue
                } catch {
                    // The process is out of descriptors or memory: another connection has to end
                    // before this one can be taken.
                    let retry = ContinuousClock.now + .milliseconds(50)
                    let wait = try? SocketCalls.wait(for: -1, 0, orFor: stopSignal, until: retry)
                    if wait == .signalled { return nil }
                }
            }
            return nil
        }
    }

    private static func writeByte(_ descriptor: borrowing OwnedDescriptor) {
        let byte: [1 of UInt8] = [1]
        unsafe byte.span.withUnsafeBytes { memory in
            _ = try? unsafe SystemCalls.write(descriptor.rawValue, memory)
        }
    }
}
