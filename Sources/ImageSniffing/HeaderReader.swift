/// The bounded view of a file that every format reads through.
///
/// It holds one window of bytes and moves it when a format asks for others; the ways in differ only
/// in what stands behind the window. Each move costs from the budget, and so does each step.
///
/// The memory outlives the reader: both are parameters of one call of ``ImageSniffer``.
@safe
struct HeaderReader: ~Copyable {
    /// The format that the bytes are known to be of; a format may sharpen it while it reads.
    var format: ImageFormat?

    private let source: (any HeaderSource)?
    private let memory: UnsafeMutableRawBufferPointer
    private let budget: SniffBudget
    private var start: UnsafeRawPointer?
    private var windowOffset: Int64 = 0
    private var windowCount: Int64
    private var knownByteCount: Int64?
    private var isByteCountAsked: Bool
    private var readCount = 0
    private var readByteCount = 0
    private var stepCount = 0

    /// Reads from `bytes` alone, the start of a file of `byteCount` bytes.
    @unsafe
    init(prefix bytes: UnsafeRawBufferPointer, byteCount: Int64?, budget: SniffBudget) {
        self.source = nil
        unsafe self.memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        self.budget = budget
        unsafe self.start = bytes.baseAddress
        self.windowCount = Int64(bytes.count)
        self.knownByteCount = byteCount
        self.isByteCountAsked = true
    }

    /// Reads from `source` through a window in `memory`.
    @unsafe
    init(
        source: any HeaderSource,
        window memory: UnsafeMutableRawBufferPointer,
        budget: SniffBudget
    ) {
        self.source = source
        unsafe self.memory = memory
        self.budget = budget
        unsafe self.start = UnsafeRawPointer(memory.baseAddress)
        self.windowCount = 0
        self.knownByteCount = nil
        self.isByteCountAsked = false
    }

    /// The size of the file, if it is known; the source is asked once.
    var byteCount: Int64? {
        mutating get {
            if !isByteCountAsked {
                isByteCountAsked = true
                knownByteCount = knownByteCount ?? source?.byteCount
            }
            return knownByteCount
        }
    }

    /// Whether the file is known to end at `offset`.
    mutating func isEnd(_ offset: Int64) -> Bool { byteCount == offset }

    /// Whether the file is known to end within the `count` bytes at `offset`.
    mutating func hasNothing(past offset: Int64, count: Int) -> Bool {
        byteCount.map { $0 < offset + Int64(count) } ?? false
    }

    /// Whether a longer piece of the file may have all of the bytes at `range`, which this one lacks.
    ///
    /// What a source lacks, the file lacks.
    mutating func mayReceive(_ range: Range<Int64>) -> Bool {
        source == nil && byteCount.map { range.upperBound <= $0 } ?? true
    }

    /// The first bytes of the file: at most 16, as many as there are.
    mutating func head() throws(SniffStop) -> FileHead {
        if source != nil, windowOffset != 0 || windowCount == 0 {
            try unsafe moveWindow(to: 0, needed: FileHead.capacity, wanted: memory.count)
        }
        var head = FileHead()
        let count = Int(min(windowCount, Int64(FileHead.capacity)))
        for offset in 0..<count {
            unsafe head.append(start.unsafelyUnwrapped.load(fromByteOffset: offset, as: UInt8.self))
        }
        return head
    }

    /// Counts a step from one structure at `offset` to one at `next`, which must lie behind it.
    @inline(__always)
    mutating func step(from offset: Int64, to next: Int64) throws(SniffStop) {
        guard next > offset else {
            throw .malformed(reason: "structure without a length", offset: offset)
        }
        stepCount &+= 1
        guard stepCount <= budget.stepCount else { throw .overBudget(offset: offset) }
    }

    /// The integer at `offset`, whose bytes are in `order`.
    @inline(__always)
    mutating func integer<Value: FixedWidthInteger & BitwiseCopyable>(
        at offset: Int64,
        _ order: ByteOrder
    ) throws(SniffStop) -> Value {
        let relative = try position(of: offset, count: MemoryLayout<Value>.size)
        let value = unsafe start.unsafelyUnwrapped.loadUnaligned(
            fromByteOffset: relative,
            as: Value.self
        )
        return order == .big ? Value(bigEndian: value) : Value(littleEndian: value)
    }

    /// Calls `body` with the `count` bytes at `offset`; at most a window full.
    mutating func withBytes<Value>(
        at offset: Int64,
        count: Int,
        _ body: (Span<UInt8>) -> Value
    ) throws(SniffStop) -> Value {
        let relative = try position(of: offset, count: count)
        let bytes = unsafe UnsafeBufferPointer<UInt8>(
            start: start.unsafelyUnwrapped.advanced(by: relative).assumingMemoryBound(
                to: UInt8.self
            ),
            count: count
        )
        return unsafe body(bytes.span)
    }

    /// Whether the bytes at `offset` are those of `literal`.
    mutating func hasBytes(
        _ literal: StaticString,
        at offset: Int64
    ) throws(SniffStop) -> Bool {
        try withBytes(at: offset, count: literal.utf8CodeUnitCount) { span in
            literal.withUTF8Buffer { wanted in
                wanted.indices.allSatisfy { unsafe wanted[$0] == span[$0] }
            }
        }
    }

    /// The place of the `count` bytes at `offset` in the window, which is moved if it must be.
    @inline(__always)
    private mutating func position(of offset: Int64, count: Int) throws(SniffStop) -> Int {
        let relative = offset &- windowOffset
        if relative >= 0 && relative <= windowCount &- Int64(count) && windowCount >= count {
            return Int(truncatingIfNeeded: relative)
        }
        try makeAvailable(offset, count)
        return Int(truncatingIfNeeded: offset &- windowOffset)
    }

    @inline(never)
    private mutating func makeAvailable(_ offset: Int64, _ count: Int) throws(SniffStop) {
        guard offset >= 0, offset <= .max - Int64(count) else {
            throw .malformed(reason: "position past any file's end", offset: windowOffset)
        }
        guard source != nil, unsafe count <= memory.count,
            knownByteCount.map({ offset < $0 }) ?? true
        else { throw .truncated(offset: offset, count: count) }
        // Going on where the window ends, or shortly behind, is a scan, which wants all the bytes it can get;
        // a hop wants one small structure.
        let distance = offset - (windowOffset + windowCount)
        let isScan = unsafe distance >= -Int64(memory.count) && distance <= Self.hopByteCount
        let wanted = unsafe isScan ? memory.count : Int(Self.hopByteCount)
        try moveWindow(to: offset, needed: count, wanted: max(count, wanted))
        guard windowCount >= count else { throw .truncated(offset: offset, count: count) }
    }

    /// What a hop reads: enough for a TIFF directory of forty fields.
    private static let hopByteCount: Int64 = 512

    /// Fills the window from `offset` on with `needed` bytes at the least, if they are there, and
    /// with `wanted` bytes if the source gives them at once.
    private mutating func moveWindow(
        to offset: Int64,
        needed: Int,
        wanted: Int
    ) throws(SniffStop) {
        windowOffset = offset
        windowCount = 0
        while windowCount < needed {
            try countRead(at: offset)
            let filled = try fill(from: Int(windowCount), to: unsafe min(wanted, memory.count))
            guard filled > 0 else {
                // A read far past the end tells nothing about where the end is.
                if windowCount > 0 || offset == 0 { knownByteCount = offset + windowCount }
                return
            }
            windowCount += Int64(filled)
            readByteCount += filled
        }
    }

    /// Reads once into the window's memory between two places.
    private func fill(from start: Int, to end: Int) throws(SniffStop) -> Int {
        guard let source else { return 0 }
        let target = unsafe UnsafeMutableBufferPointer<UInt8>(
            start: memory.baseAddress?.advanced(by: start).assumingMemoryBound(to: UInt8.self),
            count: end - start
        )
        var output = unsafe OutputSpan(buffer: target, initializedCount: 0)
        do {
            try source.read(at: windowOffset + Int64(start), into: &output)
        } catch {
            throw .sourceFailed(error)
        }
        return unsafe output.finalize(for: target)
    }

    /// Takes a read from the budget.
    private mutating func countRead(at offset: Int64) throws(SniffStop) {
        guard readCount < budget.readCount, readByteCount < budget.byteCount else {
            throw .overBudget(offset: offset)
        }
        readCount += 1
    }
}
