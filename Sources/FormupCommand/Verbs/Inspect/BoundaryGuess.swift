package import MultipartFormData

/// What the beginning of a body tells about its boundary, without the content type that names it.
package enum BoundaryGuess: Sendable, Hashable {
    /// The first delimiter line has this boundary.
    case found(Boundary)
    /// The bytes end too early to tell.
    case needsMore
    /// There is no delimiter line where one is due.
    case notFound
    /// The first delimiter line, at `offset`, ends in LF alone.
    case bareLineFeed(offset: Int)

    /// The most bytes that are searched: preambles are short.
    package static let maximumByteCount = 65_536

    /// Guesses from the first line that begins with two hyphens and a possible boundary.
    ///
    /// - Parameters:
    ///   - bytes: The first bytes of the body.
    ///   - isWhole: Whether no others follow.
    package init(_ bytes: [UInt8], isWhole: Bool) {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = rest[..<end]
            let next = bytes[(end + 1)...]
            let hasReturn = line.last == UInt8(ascii: "\r")
            // A body that ends with its first delimiter line is a form without parts, so the line
            // is the close delimiter.
            let boundary = Self.boundary(of: line, isClosing: next.isEmpty && isWhole)
            if let boundary, !next.isEmpty || isWhole {
                self = hasReturn ? .found(boundary) : .bareLineFeed(offset: line.startIndex)
                return
            }
            guard boundary == nil else { break }
            rest = next
        }
        if isWhole, let boundary = Self.boundary(of: rest, isClosing: true) {
            self = .found(boundary)
        } else {
            self = isWhole || bytes.count >= Self.maximumByteCount ? .notFound : .needsMore
        }
    }

    private static func boundary(of line: ArraySlice<UInt8>, isClosing: Bool) -> Boundary? {
        guard line.starts(with: "--".utf8) else { return nil }
        var characters = line.dropFirst(2)
        while let last = characters.last, " \t\r".utf8.contains(last) { characters.removeLast() }
        if isClosing, characters.suffix(2).elementsEqual("--".utf8) {
            characters = characters.dropLast(2)
        }
        return try? Boundary(String(decoding: characters, as: UTF8.self))
    }
}
