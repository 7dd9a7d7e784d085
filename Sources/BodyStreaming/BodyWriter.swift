#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Writes the bytes of one body to a descriptor, waiting for it as long as it takes.
///
/// It must not run on a thread of the concurrency pool if the body has streams, which need that
/// pool to make progress, or if whoever reads the descriptor may be slow.
struct BodyWriter: ~Copyable {
    /// The last bytes of each region always go through the buffer: the file is checked between
    /// reading and writing them, and they share a call with what follows.
    private static let tailByteCount: Int64 = 1 << 16

    /// The fewest bytes that are worth a call of their own inside the kernel.
    private static let kernelByteCount: Int64 = 1 << 17

    /// The bounds of ``stepByteCount``.
    private static let stepByteCounts: ClosedRange<Int64> = 1 << 16...1 << 22

    /// The bounds of the time that a step should take: long enough to make the calls around it
    /// cheap, short enough for cancellation to be prompt on a slow connection.
    private static let stepDurations: ClosedRange<Duration> = .milliseconds(4)...(.milliseconds(50))

    /// How many bytes the kernel moves before cancellation and costs are looked at.
    private var stepByteCount: Int64 = 1 << 18

    private let output: OutputDescriptor

    /// The size of the buffer, which is no larger than the body.
    private let capacity: Int

    private let interruption: Interruption
    private var reader: BodyReader
    private var buffer: PageBuffer
    private var picker: WayPicker
    private var operations: ArraySlice<OutputOperation>
    private var report = WriteReport()

    init(
        _ reader: consuming BodyReader,
        to descriptor: CInt,
        via way: WriteWay,
        interruption: Interruption
    ) throws(BodyError) {
        do {
            output = try OutputDescriptor(descriptor, usesKernel: way != .copy)
        } catch {
            throw .output(operation: .write, offset: 0, errno: error.number)
        }
        self.interruption = interruption
        capacity = Int(
            min(Int64(output.bufferByteCount), max(reader.remainingByteCount ?? .max, 1))
        )
        buffer = PageBuffer(byteCount: capacity)
        self.reader = reader
        operations = output.kernelOperations[...]
        picker =
            switch (way, output.kind) {
            case _ where operations.isEmpty: WayPicker(always: .copy)
            case (.copy, _): WayPicker(always: .copy)
            case (.kernel, _): WayPicker(always: .kernel)
            case (.automatic, .socket): WayPicker()
            // A pipe takes pages of the page cache as they are, for a quarter of a copy's cost.
            case (.automatic, .pipe): WayPicker(always: .kernel)
            // An aligned buffer beats `copy_file_range` and `sendfile` into a regular file.
            case (.automatic, .regularFile), (.automatic, .other): WayPicker(always: .copy)
            }
    }

    /// Writes what the reader has left.
    mutating func run() throws(BodyError) -> WriteReport {
        try BrokenPipeSignal.withoutSignal { () throws(BodyError) in
            while try step() {}
        }
        return report
    }

    /// Writes some bytes.
    ///
    /// - Returns: Whether there may be more.
    private mutating func step() throws(BodyError) -> Bool {
        try interruption.check()
        if picker.way == .kernel, let operation = operations.first,
            let run = try reader.fileRun(leaving: Self.tailByteCount),
            run.byteCount >= Self.kernelByteCount
        {
            try move(run, by: operation)
            return true
        }
        return try copy()
    }

    // MARK: The buffer

    /// Fills the buffer once and writes it.
    private mutating func copy() throws(BodyError) -> Bool {
        // The first write to a file reaches up to a multiple of the buffer's size.
        let isAligned = output.kind == .regularFile && capacity == output.bufferByteCount
        let misalignment = isAligned ? (output.position + report.byteCount) % Int64(capacity) : 0
        let limit = capacity - Int(misalignment)
        let isMeasured = picker.isMeasuring && reader.fileByteCount >= limit
        let start = isMeasured ? SystemCalls.threadNanoseconds() : 0
        // A file that the kernel will move begins with a step of its own.
        let longRun = picker.way == .kernel ? Self.kernelByteCount + Self.tailByteCount : .max
        var count = 0
        var outcome = BodyReadOutcome.pending
        repeat {
            let step = try buffer.append(to: count, upTo: limit) { output throws(BodyError) in
                try reader.read(into: &output, stoppingBeforeFilesOf: longRun)
            }
            (outcome, count) = (step.result, step.count)
        } while outcome != .pending && outcome != .finished && count < limit
            && reader.fileByteCount < longRun
        try flush(count, isMoreComing: reader.fileByteCount >= longRun)
        if isMeasured {
            picker.record(byteCount: count, nanoseconds: SystemCalls.threadNanoseconds() - start)
        }
        if outcome == .pending { try interruption.wait(for: reader, at: report.byteCount) }
        return outcome != .finished
    }

    private mutating func flush(_ count: Int, isMoreComing: Bool) throws(BodyError) {
        var written = 0
        while written < count {
            report.systemCallCount += 1
            do throws(SystemCallError) {
                let step = try unsafe output.write(
                    UnsafeRawBufferPointer(rebasing: buffer.memory[written..<count]),
                    isMoreComing: isMoreComing
                )
                written += step
                report.count(step, by: .write)
            } catch {
                guard error.number == EAGAIN else { throw failure(of: .write, error) }
                try waitForRoom()
            }
        }
    }

    private func waitForRoom() throws(BodyError) {
        do {
            try output.waitForRoom(or: interruption.signal)
        } catch {
            throw failure(of: .poll, error)
        }
        try interruption.check()
    }

    // MARK: The kernel

    private mutating func move(
        _ run: BodyReader.FileRun,
        by operation: OutputOperation
    ) throws(BodyError) {
        let start = picker.isMeasuring ? SystemCalls.threadNanoseconds() : 0
        let startTime = ContinuousClock.now
        var moved: Int64 = 0
        let goal = min(run.byteCount, stepByteCount)
        while moved < goal {
            report.systemCallCount += 1
            let count: Int
            do throws(SystemCallError) {
                count = try output.move(
                    by: operation,
                    from: run.descriptor,
                    at: run.offset + moved,
                    count: Int(goal - moved)
                )
            } catch {
                switch error.number {
                case EAGAIN:
                    try waitForRoom()
                    continue
                // The last is a failure to read as often as one to write: the buffer tells which.
                case EINVAL, ENOSYS, EOPNOTSUPP, EXDEV, EBADF, EPERM, EOVERFLOW, EIO:
                    return refuse(operation)
                default: throw failure(of: operation, error)
                }
            }
            // What the kernel takes for the end, the buffer finds out about.
            guard count > 0 else { return refuse(operation) }
            moved += Int64(count)
            try reader.skipInFile(count)
            report.count(count, by: operation)
        }
        if picker.isMeasuring {
            picker.record(
                byteCount: Int(moved),
                nanoseconds: SystemCalls.threadNanoseconds() - start
            )
        }
        adaptStep(to: ContinuousClock.now - startTime)
    }

    private mutating func adaptStep(to duration: Duration) {
        if duration < Self.stepDurations.lowerBound {
            stepByteCount = min(stepByteCount * 2, Self.stepByteCounts.upperBound)
        } else if duration > Self.stepDurations.upperBound {
            stepByteCount = max(stepByteCount / 2, Self.stepByteCounts.lowerBound)
        }
    }

    /// Goes on with the next operation, or with the buffer, from where the refused one stopped.
    private mutating func refuse(_ operation: OutputOperation) {
        operations = operations.dropFirst()
        if operations.isEmpty { picker.giveUpKernel() }
    }

    private func failure(of operation: OutputOperation, _ error: SystemCallError) -> BodyError {
        .output(operation: operation, offset: report.byteCount, errno: error.number)
    }
}
