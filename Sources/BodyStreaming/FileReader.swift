#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Reads regions of files, one after the other, with at most one descriptor of its own.
struct FileReader: ~Copyable, Sendable {
    /// The file that was opened for ``region``; `nil` before, and if the region brought an open one.
    private var owned: OwnedDescriptor?

    /// The region that is being read, if one is.
    private(set) var region: FileRegion?

    /// Opens the file of `region`, if it isn't open, and checks that it is the one laid out.
    ///
    /// It stays open until another region begins or ``end(before:)``.
    mutating func begin(_ region: FileRegion) throws(BodyError) {
        if let current = self.region, current.isOfSameFile(as: region) {
            self.region = region
        } else {
            close()
            if region.openFile == nil {
                do {
                    owned = try Self.open(region.path)
                } catch {
                    throw .fileSystem(operation: .open, path: region.path, errno: error.number)
                }
            }
            self.region = region
        }
        try verify(region)
    }

    /// Appends bytes of `region`, which was begun, until `output` is full or the region ends.
    ///
    /// The file is checked again before its last bytes are appended.
    ///
    /// - Returns: The number of bytes appended; at least 1 if `output` has room.
    func read(
        _ region: FileRegion,
        at position: Int64,
        into output: inout OutputSpan<UInt8>
    ) throws(BodyError) -> Int {
        let descriptor = descriptor(of: region)
        let remaining = Int(clamping: region.byteCount - position)
        return try unsafe output.append(atMost: remaining) { memory throws(BodyError) in
            var filled = 0
            while filled < memory.count {
                let free = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[filled...])
                let offset = region.range.lowerBound + position + Int64(filled)
                let count: Int
                do throws(SystemCallError) {
                    count = try unsafe SystemCalls.read(descriptor, at: offset, into: free)
                } catch {
                    throw .fileSystem(operation: .read, path: region.path, errno: error.number)
                }
                guard count > 0 else { throw endedEarly(region, at: offset) }
                filled += count
            }
            if filled == remaining { try verify(region) }
            return filled
        }
    }

    /// Closes the file unless `next` needs it.
    mutating func end(before next: FileRegion?) {
        guard let region else { return }
        if let next, next.isOfSameFile(as: region) { return }
        close()
    }

    /// Opens a file without waiting for a writer, should a pipe have taken its place.
    private static func open(_ path: LocalPath) throws(SystemCallError) -> OwnedDescriptor {
        do {
            return try SystemCalls.openForReading(path, isNonBlocking: true)
        } catch  where error.number == EAGAIN {
            // Another process gives up its lease of the file first (fcntl(2), F_SETLEASE).
            return try SystemCalls.openForReading(path)
        }
    }

    private mutating func close() {
        owned = nil
        region = nil
    }

    /// The descriptor of `region`, which was begun.
    func descriptor(of region: FileRegion) -> CInt {
        if let file = region.openFile { return file.descriptor }
        switch owned {
        case .some(let owned): return owned.rawValue
        case .none: preconditionFailure("a region is read before it was begun")
        }
    }

    /// Checks that the open file is still what was laid out.
    func verify(_ region: FileRegion) throws(BodyError) {
        let status: FileStatus
        do {
            status = try SystemCalls.status(of: descriptor(of: region))
        } catch {
            throw .fileSystem(operation: .stat, path: region.path, errno: error.number)
        }
        // What is no regular file any more is another one, whatever its numbers say.
        let change =
            status.specialKind == nil
            ? region.changeDetection.change(from: region.identity, to: status.identity)
            : .replaced
        if let change { throw .fileChanged(path: region.path, change: change) }
    }

    /// The error for a file that has no bytes at `offset`, though it had when it was laid out.
    func endedEarly(_ region: FileRegion, at offset: Int64) -> BodyError {
        do {
            try verify(region)
        } catch {
            return error
        }
        return .fileChanged(
            path: region.path,
            change: .shrank(from: region.identity.byteCount, to: offset)
        )
    }
}
