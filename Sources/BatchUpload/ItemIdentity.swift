public import BodyStreaming
public import UploadHTTP

/// What makes one upload the same as another: method, URL without query and user information,
/// fields and files.
///
/// Everything is compared by its bytes. The query doesn't count, since it may carry a token of one
/// run. A file counts by its name for the user, range, size and time of modification.
///
/// The name for the user should be what stays the same when the same upload is described again: the
/// absolute path if the path was given on a command line, since another folder has other files of
/// that name, and the path as written if it stands in a manifest, since it is resolved against the
/// manifest's folder wherever that has moved.
public struct ItemIdentity: Sendable {
    private var described = SHA256()

    /// What changes with the content of the files; it is left out of the placement.
    private var states: [FileIdentity?] = []

    /// Starts the identity of one upload.
    public init(method: String, url: RequestURL) {
        append(tag: "m", method.utf8)
        append(tag: "u", url.textWithoutQuery.utf8)
    }

    /// Appends a text field.
    public mutating func append(field name: String, value: String) {
        append(tag: "n", name.utf8)
        append(tag: "v", value.utf8)
    }

    /// Appends a file.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - path: The name of the file for the user.
    ///   - range: The bytes of it; `nil` is all.
    ///   - state: What the file is on disk; `nil` if it can't be looked at.
    public mutating func append(
        file name: String,
        path: LocalPath,
        range: Range<Int64>? = nil,
        state: FileIdentity?
    ) {
        append(tag: "n", name.utf8)
        append(tag: "p", path.bytes)
        if let range { append(tag: "r", "\(range.lowerBound)-\(range.upperBound)".utf8) }
        states.append(state)
    }

    /// The key of the upload; `ordinal` is how many uploads before it are the same in all, since a
    /// file that is named twice is uploaded twice.
    public func key(ordinal: Int = 0) -> ItemKey {
        var digest = described
        for state in states {
            digest.append(tag: "s", state.map { [$0.byteCount, $0.modificationNanoseconds] } ?? [])
        }
        if ordinal > 0 { digest.append(tag: "o", [Int64(ordinal)]) }
        return digest.key()
    }

    /// Where the upload belongs when a batch is spread over shards.
    ///
    /// It doesn't depend on the state of the files, which another machine may see differently, so
    /// that each upload belongs to exactly one shard.
    public func placement(ordinal: Int = 0) -> ItemKey {
        var digest = described
        if ordinal > 0 { digest.append(tag: "o", [Int64(ordinal)]) }
        return digest.key()
    }

    /// Where the uploads belong that depend on each other, by the name of the first one.
    static func placement(ofGroup name: String) -> ItemKey {
        var digest = SHA256()
        digest.append(tag: "g", name.utf8)
        return digest.key()
    }

    private mutating func append(tag: Unicode.Scalar, _ bytes: some Collection<UInt8>) {
        described.append(tag: tag, bytes)
    }
}

extension SHA256 {
    /// Appends bytes behind a tag and their count, so that no two lists of values are the same.
    fileprivate mutating func append(tag: Unicode.Scalar, _ bytes: some Collection<UInt8>) {
        var record: [UInt8] = [UInt8(ascii: tag)]
        record.reserveCapacity(9 + bytes.count)
        Self.append(Int64(bytes.count), to: &record)
        record.append(contentsOf: bytes)
        update(record.span)
    }

    fileprivate mutating func append(tag: Unicode.Scalar, _ numbers: [Int64]) {
        var record: [UInt8] = [UInt8(ascii: tag)]
        Self.append(Int64(numbers.count), to: &record)
        for number in numbers { Self.append(number, to: &record) }
        update(record.span)
    }

    private static func append(_ number: Int64, to record: inout [UInt8]) {
        let bits = UInt64(bitPattern: number)
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            record.append(UInt8(truncatingIfNeeded: bits >> shift))
        }
    }

    fileprivate consuming func key() -> ItemKey {
        let words = digest()
        return ItemKey(
            high: UInt64(words[0]) << 32 | UInt64(words[1]),
            low: UInt64(words[2]) << 32 | UInt64(words[3])
        )
    }
}
