/// The bytes of an input, taken from the front as choices: the same bytes are the same choices.
///
/// When they are used up every choice is the first one, so that each loop over them ends.
struct FuzzInput {
    private var rest: ArraySlice<UInt8>

    init(_ input: [UInt8]) {
        rest = input[...]
    }

    var isEmpty: Bool { rest.isEmpty }

    /// Takes one byte, or 0.
    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// Takes a yes or a no.
    mutating func flag() -> Bool { byte() & 1 == 1 }

    /// Takes a number of `range`, of one byte if that can tell them all apart, else of four.
    mutating func number(in range: ClosedRange<Int>) -> Int {
        let span = range.upperBound - range.lowerBound
        let byteCount = span < 256 ? 1 : 4
        var value = 0
        for _ in 0..<byteCount { value = value << 8 | Int(byte()) }
        return range.lowerBound + value % (span + 1)
    }

    /// Takes one of `choices`, which are not none.
    mutating func choice<Choice>(_ choices: [Choice]) -> Choice {
        choices[number(in: 0...choices.count - 1)]
    }

    /// Takes up to `count` bytes as they are.
    mutating func bytes(_ count: Int) -> [UInt8] {
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// Takes all that is left.
    mutating func remainder() -> [UInt8] { bytes(rest.count) }

    /// Takes offsets at which `count` bytes are cut, in order; none, some, or all.
    mutating func cuts(of count: Int) -> [Int] {
        guard count > 0 else { return [] }
        switch byte() {
        case 0..<64: return []
        case let step where step < 128: return Array(stride(from: 1, to: count, by: Int(step) - 63))
        case let amount:
            let cuts = (0..<amount % 8 + 1).map { _ in number(in: 0...count) }
            return cuts.sorted()
        }
    }
}

extension [UInt8] {
    /// Copies the bytes of a span.
    init(_ span: Span<UInt8>) {
        self = unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
    }

    /// The bytes between the offsets in `cuts`, which don't fall.
    func pieces(at cuts: [Int]) -> [ArraySlice<UInt8>] {
        zip([0] + cuts, cuts + [count]).map { self[$0..<$1] }
    }

    /// The bytes as a text that is easy to compare by eye.
    var quoted: String { String(decoding: self, as: UTF8.self).debugDescription }
}
