import BodyStreaming

/// A file part as a ``FilePartRun`` packs it: what it is, and where in the run's bytes its path and
/// its names stand.
///
/// In the bytes come the index of the kind with three flags, the differences of inode, size and
/// modification time from the entry before, then path, file name and name, each with its length.
/// What goes without saying is left out.
struct FilePartEntry: Sendable {
    /// Where the file name comes from.
    enum FilenameSource: Sendable {
        case none
        case lastPathComponent
        case own(Range<Int>)
    }

    /// The index of the type and the device among the run's kinds.
    private(set) var kindIndex = 0

    private(set) var inode: UInt64 = 0
    private(set) var byteCount: Int64 = 0
    private(set) var modificationNanoseconds: Int64 = 0

    private(set) var path = 0..<0
    private(set) var filename = FilenameSource.none
    private(set) var name = 0..<0

    /// Where the next entry starts.
    private(set) var end: Int

    private static let hasFilename: UInt64 = 1
    private static let hasOwnFilename: UInt64 = 2
    private static let hasOwnName: UInt64 = 4
    private static let flagCount = 3

    /// Creates the entry from which the first of a block, at `start`, differs.
    init(before start: Int) {
        end = start
    }

    /// Becomes the entry behind this one.
    mutating func advance(in bytes: [UInt8]) {
        let head = LEB128.read(bytes, at: &end)
        kindIndex = Int(head >> Self.flagCount)
        inode &+= UInt64(bitPattern: LEB128.readSigned(bytes, at: &end))
        byteCount &+= LEB128.readSigned(bytes, at: &end)
        modificationNanoseconds &+= LEB128.readSigned(bytes, at: &end)
        path = takeRange(in: bytes)
        if head & Self.hasOwnFilename != 0 {
            filename = .own(takeRange(in: bytes))
        } else {
            filename = head & Self.hasFilename != 0 ? .lastPathComponent : .none
        }
        if head & Self.hasOwnName != 0 { name = takeRange(in: bytes) }
    }

    /// Appends the entry of `part`, a file `region`, behind this one.
    func append(_ part: MultipartPart, _ region: FileRegion, kind: Int, to bytes: inout [UInt8]) {
        let path = region.path.bytes
        let hasOwnFilename =
            part.filename.map { !$0.utf8.elementsEqual(LocalPath.lastComponent(of: path[...])) }
            ?? false
        let hasOwnName = !part.name.utf8.elementsEqual(bytes[name])
        var head = UInt64(kind) << Self.flagCount
        if part.filename != nil { head |= Self.hasFilename }
        if hasOwnFilename { head |= Self.hasOwnFilename }
        if hasOwnName { head |= Self.hasOwnName }
        LEB128.append(head, to: &bytes)
        let identity = region.identity
        LEB128.append(signed: Int64(bitPattern: identity.inode &- inode), to: &bytes)
        LEB128.append(signed: identity.byteCount &- byteCount, to: &bytes)
        LEB128.append(
            signed: identity.modificationNanoseconds &- modificationNanoseconds,
            to: &bytes
        )
        Self.append(path, to: &bytes)
        if hasOwnFilename { Self.append((part.filename ?? "").utf8, to: &bytes) }
        if hasOwnName { Self.append(part.name.utf8, to: &bytes) }
    }

    private static func append(_ text: some Collection<UInt8>, to bytes: inout [UInt8]) {
        LEB128.append(UInt64(text.count), to: &bytes)
        bytes.append(contentsOf: text)
    }

    private mutating func takeRange(in bytes: [UInt8]) -> Range<Int> {
        let count = Int(LEB128.read(bytes, at: &end))
        defer { end += count }
        return end..<end + count
    }
}
