public import BodyStreaming
internal import Synchronization

/// The results file of a batch: JSON Lines, to which every item appends a line when it begins and
/// one when it has ended.
///
/// A line is in the file when ``append(_:)-(StartedLine)`` returns, so that it outlives the process.
/// Lines that several items append at once go into the file with one call of the system. The file
/// is created with mode 0600 and locked against other batches.
///
/// After an error nothing can be appended any more.
public final class Journal: Sendable {
    /// The version of the lines.
    package static let version: Int64 = 1

    /// How every results file begins, though a crash may have cut that short.
    private static let beginning = Array(#"{"v":"#.utf8)

    private typealias Waiter = CheckedContinuation<Result<Void, BatchError>, Never>

    private struct State {
        var pending: [UInt8] = []
        var waiters: [Waiter] = []
        var isWriting = false
        var failure: BatchError?
    }

    /// The path of the file.
    public let path: LocalPath

    private let file: AppendOnlyFile
    private let state = Mutex(State())

    /// Opens the file at `path` for appending, or creates it.
    ///
    /// A last line without an end, which a crash or a full disk left behind, is ended first.
    ///
    /// - Throws: ``BatchError/journal(operation:path:errno:)``, ``BatchError/journalInUse(path:)``,
    ///   or ``BatchError/notAJournal(path:)``, so that no other file is written to by mistake.
    public init(path: LocalPath) throws(BatchError) {
        self.path = path
        file = try AppendOnlyFile(path: path)
        let isJournal: Bool
        do {
            isJournal = Self.beginning.starts(with: try file.beginning(Self.beginning.count))
            if isJournal, try file.endsInsideLine() { try file.append([UInt8(ascii: "\n")]) }
        } catch {
            throw .journal(operation: .open, path: path, errno: error.number)
        }
        guard isJournal else { throw .notAJournal(path: path) }
    }

    /// Appends the line of an item that begins.
    ///
    /// - Throws: ``BatchError/journal(operation:path:errno:)``; the item must not be sent then.
    public func append(_ line: StartedLine) async throws(BatchError) {
        try await append(line.bytes)
    }

    /// Appends the line of an item that has ended.
    ///
    /// - Throws: ``BatchError/journal(operation:path:errno:)``.
    public func append(_ line: ResultLine) async throws(BatchError) {
        try await append(line.bytes)
    }

    /// Brings what was written to the disk, so that it outlives a loss of power.
    ///
    /// - Throws: ``BatchError/journal(operation:path:errno:)``, also if the file was removed in the
    ///   meantime.
    public func synchronize() throws(BatchError) {
        do {
            try file.synchronize()
        } catch {
            throw .journal(operation: .write, path: path, errno: error.number)
        }
    }

    /// Appends whole lines.
    package func append(_ lines: [UInt8]) async throws(BatchError) {
        let isFirst = state.withLock { state in
            state.pending.append(contentsOf: lines)
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if isFirst {
            try writePending().get()
        } else {
            try await othersWrite().get()
        }
    }

    /// Waits until the task that writes has written what is pending.
    private func othersWrite() async -> Result<Void, BatchError> {
        await withCheckedContinuation { (waiter: Waiter) in
            let becomesWriter = state.withLock { state in
                if state.isWriting { state.waiters.append(waiter) }
                // Whoever wrote has ended in the meantime, with this line or with an error.
                defer { state.isWriting = true }
                return !state.isWriting
            }
            if becomesWriter { waiter.resume(returning: writePending()) }
        }
    }

    /// Writes all that is pending, also what is added meanwhile.
    private func writePending() -> Result<Void, BatchError> {
        var own: Result<Void, BatchError>?
        while true {
            let (lines, waiters, failure) = state.withLock { state in
                defer { state.pending = [] }
                if state.pending.isEmpty || state.failure != nil { state.isWriting = false }
                defer { state.waiters = [] }
                return (state.pending, state.waiters, state.failure)
            }
            var result: Result<Void, BatchError> = failure.map { .failure($0) } ?? .success(())
            if failure == nil, !lines.isEmpty {
                do {
                    try file.append(lines)
                } catch {
                    let failure = BatchError.journal(
                        operation: .write,
                        path: path,
                        errno: error.number
                    )
                    state.withLock { $0.failure = failure }
                    result = .failure(failure)
                }
            }
            for waiter in waiters { waiter.resume(returning: result) }
            if own == nil { own = result }
            if failure != nil || lines.isEmpty { return own ?? result }
        }
    }
}
