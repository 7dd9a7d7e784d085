public import BodyStreaming
public import Foundation
internal import Synchronization

/// An `InputStream` over a ``Body``: the same bytes as every other reader of it gets.
///
/// A read returns what is there and waits only if a stream of the body has nothing yet; it never
/// tells of an end that is none. A body can be wrapped any number of times: each stream has a
/// position of its own. One that can be read once fails in the second stream with
/// ``BodyError/alreadyConsumed(label:)``.
///
/// Give URLSession no stream over a body that has a ``BodyStream``: a read that waits holds up other
/// requests, on Linux those of all sessions. `MultipartForm.write(toFile:)` makes a file of it.
///
/// Only one thread may read; there are no events for run loops. On Apple's systems the scheduling
/// methods do nothing, so that a client reads at its own pace.
public final class BodyInputStream: InputStream {
    let input: BodyInput

    private let status = Mutex(Stream.Status.notOpen)

    #if canImport(Darwin)
    /// Kept for whoever sets it; it hears nothing.
    weak var client: (any StreamDelegate)?
    #endif

    /// Creates a stream that isn't open.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - offset: Where to start, from 0 to the body's length.
    /// - Throws: ``BodyError/offsetOutOfRange(offset:length:)``,
    ///   ``BodyError/alreadyConsumed(label:)``.
    public convenience init(_ body: Body, at offset: Int64 = 0) throws(BodyError) {
        self.init(try BodyInput(body, at: offset))
    }

    init(_ input: BodyInput) {
        self.input = input
        super.init(data: Data())
    }

    /// Allows to read.
    public override func open() {
        status.withLock { status in
            if status == .notOpen { status = .open }
        }
    }

    /// Ends all reading, also a read that waits on another thread.
    public override func close() {
        input.stop()
        status.withLock { $0 = .closed }
    }

    /// `atEnd` after a read of 0 bytes, `error` after one of -1.
    public override var streamStatus: Stream.Status {
        let status = status.withLock { $0 }
        guard status == .open else { return status }
        if input.error != nil { return .error }
        return input.isFinished ? .atEnd : .open
    }

    /// The ``BodyError`` that ended the reading.
    public override var streamError: (any Error)? { input.error }

    /// Whether a read is of use: `true` until one has returned 0 or -1.
    public override var hasBytesAvailable: Bool { streamStatus == .open }

    /// Reads the next bytes, waiting for the first of them.
    ///
    /// - Parameters:
    ///   - buffer: Where they go.
    ///   - length: The most there is room for.
    /// - Returns: Their number, 0 at the end, -1 if the stream isn't open or failed.
    public override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength length: Int) -> Int {
        switch streamStatus {
        case .open: break
        case .atEnd: return 0
        default: return -1
        }
        guard length > 0 else { return 0 }
        do throws(BodyError) {
            return try unsafe input.read(
                into: UnsafeMutableBufferPointer(start: buffer, count: length)
            )
        } catch {
            return -1
        }
    }
}
