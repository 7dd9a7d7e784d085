internal import BodyStreaming
internal import Synchronization

/// Reads the lines of a file, a pipe or standard input, with no more than one piece in memory.
struct LineReader: ~Copyable {
    /// What ``next()`` found.
    enum Outcome {
        case line(LineSplitter.Line)
        /// A line is there when this function has returned.
        case pending(@Sendable () async -> Void)
        case finished
    }

    private static let pieceByteCount = 65_536

    private var reader: BodyReader
    private var splitter: LineSplitter
    private var isAtEnd = false

    init(_ body: Body, separator: UInt8 = UInt8(ascii: "\n")) throws(BodyError) {
        reader = try body.reader()
        splitter = LineSplitter(separator: separator)
    }

    /// How many bytes wait for the end of their line.
    var pendingByteCount: Int { splitter.pendingByteCount }

    /// How many lines were read.
    var lineCount: Int { splitter.lineCount }

    /// Reads the next line.
    ///
    /// - Parameter limit: How many bytes are gathered at most before a line ends.
    /// - Returns: The line; `finished` also where the limit was reached.
    /// - Throws: What makes the bytes not those that were described.
    mutating func next(limit: Int = .max) throws(BodyError) -> Outcome {
        while true {
            if let line = splitter.next() { return .line(line) }
            if isAtEnd { return splitter.last().map { .line($0) } ?? .finished }
            guard splitter.pendingByteCount <= limit else { return .finished }
            var outcome = BodyReadOutcome.finished
            try splitter.append(atMost: Self.pieceByteCount) { output throws(BodyError) in
                outcome = try reader.read(into: &output)
            }
            switch outcome {
            case .appended: break
            case .finished: isAtEnd = true
            case .pending:
                let signal = ReadySignal()
                reader.whenReady { signal.send() }
                return .pending { await signal.wait() }
            }
        }
    }
}

/// Lets one task wait until it is sent, or the task is cancelled.
private final class ReadySignal: Sendable {
    private enum State {
        case idle
        case waiting(CheckedContinuation<Void, Never>)
        case sent
    }

    private let state = Mutex(State.idle)

    func send() {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            defer { state = .sent }
            if case .waiting(let waiter) = state { return waiter }
            return nil
        }
        waiter?.resume()
    }

    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isSent = state.withLock { state in
                    if case .sent = state { return true }
                    state = .waiting(waiter)
                    return false
                }
                if isSent { waiter.resume() }
            }
        } onCancel: {
            send()
        }
    }
}
