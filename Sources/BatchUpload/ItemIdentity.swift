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
        append(tag: "m", method)
        append(tag: "u", url.textWithoutQuery)
    }

    /// Appends a text field.
    public mutating func append(field name: String, value: String) {
        append(tag: "n", name)
        append(tag: "v", value)
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
        append(tag: "n", name)
        described.append(tag: "p", path.bytes.span)
        if let range { append(tag: "r", "\(range.lowerBound)-\(range.upperBound)") }
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
        digest.append(tag: "g", name.utf8.span)
        return digest.key()
    }

    private mutating func append(tag: Unicode.Scalar, _ text: String) {
        described.append(tag: tag, text.utf8.span)
    }
}

extension SHA256 {
    /// Appends bytes behind a tag and their count, so that no two lists of values are the same.
    fileprivate mutating func append(tag: Unicode.Scalar, _ bytes: Span<UInt8>) {
        append(tag: tag, count: bytes.count)
        update(bytes)
    }

    fileprivate mutating func append(tag: Unicode.Scalar, _ numbers: [Int64]) {
        append(tag: tag, count: numbers.count)
        for number in numbers { append(number) }
    }

    private mutating func append(tag: Unicode.Scalar, count: Int) {
        let byte: [1 of UInt8] = [UInt8(ascii: tag)]
        update(byte.span)
        append(Int64(count))
    }

    private mutating func append(_ number: Int64) {
        var bytes = [8 of UInt8](repeating: 0)
        for index in 0..<8 {
            bytes[index] = UInt8(truncatingIfNeeded: number >> Int64(56 - 8 * index))
        }
        update(bytes.span)
    }

    fileprivate consuming func key() -> ItemKey {
        let words = digest()
        return ItemKey(
            high: UInt64(words[0]) << 32 | UInt64(words[1]),
            low: UInt64(words[2]) << 32 | UInt64(words[3])
        )
    }
}
