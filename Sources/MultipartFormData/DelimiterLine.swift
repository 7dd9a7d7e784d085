/// Tells content from delimiters in a body that arrives in pieces.
///
/// A delimiter is a whole line: the delimiter of RFC 2046, padding, and a line break; or, for the
/// close delimiter, two more hyphens. Bytes that may become one are held until that is decided.
struct DelimiterLine: Sendable {
    /// What the next bytes of a piece are.
    enum Finding {
        /// Content, at these offsets of the piece.
        case content(Range<Int>)
        /// Content that was held.
        case held(ArraySlice<UInt8>)
        /// A whole delimiter line between parts.
        case delimiter
        /// A close delimiter, up to its second pair of hyphens.
        case closeDelimiter
        /// More padding than any sender has a reason to write.
        case malformed
    }

    /// What stands in the line that is held, as far as it has come.
    private enum State {
        /// Nothing is held.
        case searching
        /// So many bytes of the delimiter; none if only the CR before a bare LF was seen.
        case delimiter(matched: Int)
        /// The whole delimiter.
        case boundary
        /// The delimiter and one hyphen.
        case hyphen
        /// The delimiter, and spaces or tabs.
        case padding
        /// All but the LF.
        case carriageReturn
        /// What is held is no delimiter and was given out as content.
        case released
    }

    private enum Step {
        case goesOn(State)
        case mismatch
        case finding(Finding)
    }

    private static let maximumPaddingByteCount = 256

    private let pattern: DelimiterPattern
    private let acceptsBareLineFeeds: Bool
    private var state = State.searching
    private var held: [UInt8] = []

    /// How many bytes at the beginning of `held` were not in the body where it was searched.
    private var impliedByteCount = 0

    init(_ boundary: Boundary, acceptsBareLineFeeds: Bool) {
        let lineBreak = acceptsBareLineFeeds ? "\n" : "\r\n"
        pattern = DelimiterPattern(Array("\(lineBreak)--\(boundary.value)".utf8))
        self.acceptsBareLineFeeds = acceptsBareLineFeeds
        held.reserveCapacity(pattern.delimiter.count + Self.maximumPaddingByteCount + 3)
        beginContent()
    }

    /// Says that what follows stands at the beginning of a line, where a delimiter needs no line
    /// break of its own.
    mutating func beginContent() {
        impliedByteCount = acceptsBareLineFeeds ? 1 : 2
        held.removeAll(keepingCapacity: true)
        held.append(contentsOf: pattern.delimiter.prefix(impliedByteCount))
        state = .delimiter(matched: impliedByteCount)
    }

    /// Takes bytes of `input` from `position` on, up to the next finding; `nil` if none is left.
    mutating func scan(_ input: Span<UInt8>, from position: inout Int) -> Finding? {
        if case .released = state { reset() }
        while position < input.count {
            if case .searching = state {
                let content = searchContent(of: input, from: &position)
                if !content.isEmpty { return .content(content) }
                continue
            }
            let byte = input[position]
            switch step(byte) {
            case .goesOn(let next):
                state = next
                held.append(byte)
                position += 1
            case .mismatch:
                // The byte itself is looked at again: it may be the first of a delimiter. None of
                // those held can be, because a delimiter's first byte stands nowhere else in it.
                let content = held[impliedByteCount...]
                guard content.isEmpty else {
                    state = .released
                    return .held(content)
                }
                reset()
            case .finding(let finding):
                if case .malformed = finding { return finding }
                position += 1
                reset()
                return finding
            }
        }
        return nil
    }

    private mutating func reset() {
        held.removeAll(keepingCapacity: true)
        impliedByteCount = 0
        state = .searching
    }

    /// Takes content up to the first delimiter, or the beginning of one at the end of `input`,
    /// which is held.
    private mutating func searchContent(
        of input: Span<UInt8>,
        from position: inout Int
    ) -> Range<Int> {
        let start = position
        var end: Int
        if let match = firstBoundary(in: input, from: start) {
            end = match
            position = match + pattern.delimiter.count
            state = .boundary
        } else {
            let matched = pattern.openByteCount(in: input, from: start)
            end = input.count - matched
            position = input.count
            if matched > 0 { state = .delimiter(matched: matched) }
        }
        if acceptsBareLineFeeds, end > start, input[end - 1] == UInt8(ascii: "\r") {
            end -= 1
            if case .searching = state { state = .delimiter(matched: 0) }
        }
        for offset in end..<position { held.append(input[offset]) }
        return start..<end
    }

    /// The offset of the first delimiter that isn't given away as content by the next byte.
    private func firstBoundary(in input: Span<UInt8>, from start: Int) -> Int? {
        var offset = start
        while let match = pattern.firstOffset(in: input, from: offset) {
            offset = match + pattern.delimiter.count
            guard offset < input.count else { return match }
            switch input[offset] {
            case UInt8(ascii: "-"), UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"),
                UInt8(ascii: "\n"):
                return match
            default: continue
            }
        }
        return nil
    }

    /// What `byte` means behind what is held.
    private func step(_ byte: UInt8) -> Step {
        switch (state, byte) {
        case (.delimiter(let matched), _):
            guard byte == pattern.delimiter[matched] else { return .mismatch }
            let isWhole = matched + 1 == pattern.delimiter.count
            return .goesOn(isWhole ? .boundary : .delimiter(matched: matched + 1))
        case (.boundary, UInt8(ascii: "-")):
            return .goesOn(.hyphen)
        case (.hyphen, UInt8(ascii: "-")):
            return .finding(.closeDelimiter)
        case (.boundary, UInt8(ascii: " ")), (.boundary, UInt8(ascii: "\t")),
            (.padding, UInt8(ascii: " ")), (.padding, UInt8(ascii: "\t")):
            let isTooLong = held.count >= pattern.delimiter.count + Self.maximumPaddingByteCount
            return isTooLong ? .finding(.malformed) : .goesOn(.padding)
        case (.boundary, UInt8(ascii: "\r")), (.padding, UInt8(ascii: "\r")):
            return .goesOn(.carriageReturn)
        case (.carriageReturn, UInt8(ascii: "\n")):
            return .finding(.delimiter)
        case (.boundary, UInt8(ascii: "\n")), (.padding, UInt8(ascii: "\n")):
            return acceptsBareLineFeeds ? .finding(.delimiter) : .mismatch
        default:
            return .mismatch
        }
    }
}
