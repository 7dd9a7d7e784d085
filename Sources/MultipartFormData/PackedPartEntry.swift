import BodyStreaming

/// A file part or a text field as a ``PackedPartRun`` packs it: what it is, and where in the run's
/// bytes its path or value and its names stand.
///
/// In the bytes come the index of the kind with four flags; of a file the differences of inode, size
/// and modification time from the file before, the path and the file name; of a field the value; and
/// the name; each text with its length. What goes without saying is left out.
struct PackedPartEntry: Sendable {
    /// Where the file name comes from.
    enum FilenameSource: Sendable {
        case none
        case lastPathComponent
        case own(Range<Int>)
    }

    /// Where the content comes from.
    enum Content: Sendable {
        /// From the file whose path stands there.
        case file(path: Range<Int>)
        /// From there.
        case text(Range<Int>)
    }

    /// The index of a file's type and device among the run's kinds.
    private(set) var kindIndex = 0

    /// What the last file was.
    private(set) var inode: UInt64 = 0
    private(set) var byteCount: Int64 = 0
    private(set) var modificationNanoseconds: Int64 = 0

    private(set) var content = Content.text(0..<0)
    private(set) var filename = FilenameSource.none
    private(set) var name = 0..<0

    /// Where the next entry starts.
    private(set) var end: Int

    private static let hasFilename: UInt64 = 1
    private static let hasOwnFilename: UInt64 = 2
    private static let hasOwnName: UInt64 = 4
    private static let isText: UInt64 = 8
    private static let flagCount = 4

    /// Creates the entry from which the first of a block, at `start`, differs.
    init(before start: Int) {
        end = start
    }

    /// Becomes the entry behind this one.
    mutating func advance(in bytes: [UInt8]) {
        let head = LEB128.read(bytes, at: &end)
        if head & Self.isText != 0 {
            content = .text(LEB128.readText(bytes, at: &end))
            filename = .none
        } else {
            advanceToFile(head, in: bytes)
        }
        if head & Self.hasOwnName != 0 { name = LEB128.readText(bytes, at: &end) }
    }

    private mutating func advanceToFile(_ head: UInt64, in bytes: [UInt8]) {
        kindIndex = Int(head >> Self.flagCount)
        inode &+= UInt64(bitPattern: LEB128.readSigned(bytes, at: &end))
        byteCount &+= LEB128.readSigned(bytes, at: &end)
        modificationNanoseconds &+= LEB128.readSigned(bytes, at: &end)
        content = .file(path: LEB128.readText(bytes, at: &end))
        if head & Self.hasOwnFilename != 0 {
            filename = .own(LEB128.readText(bytes, at: &end))
        } else {
            filename = head & Self.hasFilename != 0 ? .lastPathComponent : .none
        }
    }

    /// Appends the entry of a text field behind this one.
    func append(
        name: some Collection<UInt8>,
        value: some Collection<UInt8>,
        to bytes: inout [UInt8]
    ) {
        let hasOwnName = !name.elementsEqual(bytes[self.name])
        LEB128.append(Self.isText | (hasOwnName ? Self.hasOwnName : 0), to: &bytes)
        LEB128.append(text: value, to: &bytes)
        if hasOwnName { LEB128.append(text: name, to: &bytes) }
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
        LEB128.append(text: path, to: &bytes)
        if hasOwnFilename { LEB128.append(text: (part.filename ?? "").utf8, to: &bytes) }
        if hasOwnName { LEB128.append(text: part.name.utf8, to: &bytes) }
    }
}
