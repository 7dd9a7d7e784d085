import BodyStreaming

/// Consecutive parts in one block of memory: whole regular files that are opened when they are sent,
/// without header fields of their own, and small text fields between them.
///
/// A file costs its path and about twenty bytes, not a part's few hundred. Entries stand in blocks,
/// of which the first entry tells all and each further one how it differs from the one before, so
/// that any of them is found by reading a few.
struct PackedPartRun: Sendable {
    /// What the parts of a form have in common with many others.
    struct Kind: Sendable {
        let contentType: String?
        let device: UInt64

        fileprivate func holds(_ part: MultipartPart, _ region: FileRegion) -> Bool {
            device == region.identity.device
                && (contentType == nil) == (part.contentType == nil)
                && (contentType ?? "").utf8.elementsEqual((part.contentType ?? "").utf8)
        }
    }

    /// The entries, one behind the other.
    private(set) var bytes: [UInt8] = []

    /// The kinds in the order in which they came up.
    private(set) var kinds: [Kind] = []

    /// The number of parts.
    private(set) var count = 0

    /// Where in `bytes` each block starts.
    private var blockStarts: [UInt16] = []

    /// The number of entries in each block but the last.
    static let blockCount = 8

    private static let usualByteCount = 256

    /// The most bytes that a run takes, so that growing one copies little.
    private static let maximumByteCount = 1 << 15

    /// The most bytes of path and names of a part; those of larger ones are shared.
    private static let maximumTextByteCount = 1 << 12

    /// The most bytes of an entry without path and names.
    private static let maximumHeadByteCount = 64

    private static let maximumKindCount = 32

    /// The file of `part`, if a run takes the part.
    static func region(of part: MultipartPart) -> FileRegion? {
        guard case .region(let region) = part.storedContent, region.isPlainFile,
            part.headerFields.isEmpty, textByteCount(of: part, region) <= maximumTextByteCount
        else { return nil }
        return region
    }

    /// Adds a part, of which ``region(of:)`` is `region`.
    ///
    /// - Returns: Whether there was room for it.
    mutating func append(_ part: MultipartPart, _ region: FileRegion) -> Bool {
        let byteCount = Self.textByteCount(of: part, region) + Self.maximumHeadByteCount
        guard bytes.count + byteCount <= Self.maximumByteCount else { return false }
        let kind: Int
        if let known = kinds.lastIndex(where: { $0.holds(part, region) }) {
            kind = known
        } else {
            guard kinds.count < Self.maximumKindCount else { return false }
            kind = kinds.count
            kinds.append(Kind(contentType: part.contentType, device: region.identity.device))
        }
        let previous = beginEntry()
        previous.append(part, region, kind: kind, to: &bytes)
        return true
    }

    /// Adds a text field, which ``TextFieldRun`` takes.
    ///
    /// - Returns: Whether there was room for it.
    mutating func append(name: some Collection<UInt8>, value: some Collection<UInt8>) -> Bool {
        let byteCount = name.count + value.count + Self.maximumHeadByteCount
        guard bytes.count + byteCount <= Self.maximumByteCount else { return false }
        let previous = beginEntry()
        previous.append(name: name, value: value, to: &bytes)
        return true
    }

    /// Counts an entry, whose bytes are yet to be added.
    ///
    /// - Returns: The one before it.
    private mutating func beginEntry() -> PackedPartEntry {
        defer { count += 1 }
        guard count.isMultiple(of: Self.blockCount) else { return entry(at: count - 1) }
        // Enough for the few parts that most forms have.
        if count == 0 { bytes.reserveCapacity(Self.usualByteCount) }
        blockStarts.append(UInt16(bytes.count))
        return PackedPartEntry(before: bytes.count)
    }

    /// Removes all parts; the memory is kept for others.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        kinds.removeAll()
        blockStarts.removeAll(keepingCapacity: true)
        count = 0
    }

    /// The run in no more memory than it needs.
    func trimmed() -> PackedPartRun {
        var run = self
        run.bytes = Self.trimmed(bytes)
        run.blockStarts = Self.trimmed(blockStarts)
        return run
    }

    private static func trimmed<Element>(_ array: [Element]) -> [Element] {
        var copy: [Element] = []
        copy.reserveCapacity(array.count)
        copy.append(contentsOf: array)
        return copy
    }

    private static func textByteCount(of part: MultipartPart, _ region: FileRegion) -> Int {
        part.name.utf8.count + (part.filename?.utf8.count ?? 0) + region.path.bytes.count
    }

    // MARK: What was packed

    /// The entries from the start of a block on.
    func entries(fromBlock block: Int = 0) -> Entries {
        Entries(
            bytes: bytes,
            count: count,
            index: block * Self.blockCount,
            start: blockStarts[block]
        )
    }

    /// The entry of the part at `index`.
    func entry(at index: Int) -> PackedPartEntry {
        var entries = entries(fromBlock: index / Self.blockCount)
        for _ in 0..<index % Self.blockCount { _ = entries.next() }
        guard let entry = entries.next() else { preconditionFailure("there is no part \(index)") }
        return entry
    }

    /// The bytes of the file name that is sent; `nil` for a part without one.
    func filename(of entry: PackedPartEntry) -> ArraySlice<UInt8>? {
        switch entry.filename {
        case .none: nil
        case .lastPathComponent: LocalPath.lastComponent(of: path(of: entry))
        case .own(let range): bytes[range]
        }
    }

    /// The name of the form's field.
    func name(of entry: PackedPartEntry) -> String {
        String(decoding: bytes[entry.name], as: UTF8.self)
    }

    /// The type that the part's header tells.
    func contentType(of entry: PackedPartEntry) -> String? {
        if case .file = entry.content { kinds[entry.kindIndex].contentType } else { nil }
    }

    private func path(of entry: PackedPartEntry) -> ArraySlice<UInt8> {
        if case .file(let path) = entry.content { bytes[path] } else { [] }
    }

    /// The file.
    func region(of entry: PackedPartEntry) -> FileRegion {
        FileRegion(
            path: LocalPath(bytes: path(of: entry)),
            identity: FileIdentity(
                device: kinds[entry.kindIndex].device,
                inode: entry.inode,
                byteCount: entry.byteCount,
                modificationNanoseconds: entry.modificationNanoseconds
            )
        )
    }

    /// The part at `index`, as it was before it was packed.
    func part(at index: Int) -> MultipartPart {
        let entry = entry(at: index)
        let content: PartContent =
            switch entry.content {
            case .file: .region(region(of: entry))
            case .text(let range): .text(Array(bytes[range]))
            }
        return MultipartPart(
            name: name(of: entry),
            filename: filename(of: entry).map { String(decoding: $0, as: UTF8.self) },
            contentType: contentType(of: entry),
            storedContent: content
        )
    }

    /// Walks through entries.
    struct Entries: Sequence, IteratorProtocol {
        private let bytes: [UInt8]
        private let count: Int
        private var index: Int
        private var entry: PackedPartEntry

        fileprivate init(bytes: [UInt8], count: Int, index: Int, start: UInt16) {
            self.bytes = bytes
            self.count = count
            self.index = index
            entry = PackedPartEntry(before: Int(start))
        }

        mutating func next() -> PackedPartEntry? {
            guard index < count else { return nil }
            if index.isMultiple(of: PackedPartRun.blockCount) {
                entry = PackedPartEntry(before: entry.end)
            }
            entry.advance(in: bytes)
            index += 1
            return entry
        }
    }
}
