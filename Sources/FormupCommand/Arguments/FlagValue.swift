package import BodyStreaming

/// The argument of one use of a flag, as the bytes that the shell passed.
package struct FlagValue: Sendable {
    /// The flag as it is written in messages.
    package let flag: String

    /// The argument; `nil` if the flag takes none, or an optional one was left out.
    package let argument: [UInt8]?

    /// Creates a value.
    package init(flag: String, argument: [UInt8]?) {
        self.flag = flag
        self.argument = argument
    }

    /// The argument's bytes; empty without one.
    package var bytes: [UInt8] { argument ?? [] }

    /// The argument as a path, byte for byte.
    package var path: LocalPath { LocalPath(bytes: bytes) }

    /// The argument as text.
    ///
    /// - Throws: A usage error if it isn't UTF-8: text that was mended would not be what was meant.
    package func text() throws(CommandFailure) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .usage("\(flag) takes UTF-8 text")
        }
        return text
    }

    /// The argument as a whole number in `range`.
    package func integer<Number: FixedWidthInteger>(
        in range: ClosedRange<Number>
    ) throws(CommandFailure) -> Number {
        let isDecimal = !bytes.isEmpty && bytes.allSatisfy(\.isDecimalDigit)
        guard isDecimal, let number = Number(String(decoding: bytes, as: UTF8.self)),
            range.contains(number)
        else {
            let end = range.upperBound == .max ? " up" : " to \(range.upperBound)"
            throw unusable("takes a whole number from \(range.lowerBound)\(end)")
        }
        return number
    }

    /// The argument as a number of bytes; `K`, `M` and `G` behind it multiply by powers of 1024.
    package func byteCount() throws(CommandFailure) -> Int64 {
        let suffixes: [UInt8: Int64] = [
            UInt8(ascii: "K"): 1 << 10, UInt8(ascii: "M"): 1 << 20, UInt8(ascii: "G"): 1 << 30,
        ]
        let factor = bytes.last.flatMap { suffixes[$0 & 0xDF] }
        let digits = factor == nil ? bytes[...] : bytes.dropLast()
        guard !digits.isEmpty, digits.allSatisfy(\.isDecimalDigit),
            let number = Int64(String(decoding: digits, as: UTF8.self))
        else { throw unusable("takes a number of bytes, for example 65536 or 64K") }
        let (product, overflows) = number.multipliedReportingOverflow(by: factor ?? 1)
        guard !overflows else { throw unusable("takes a number of bytes below 2^63") }
        return product
    }

    /// The argument as seconds, whole or with decimals; at most a year.
    package func seconds() throws(CommandFailure) -> Duration {
        let fields = bytes.split(
            separator: UInt8(ascii: "."),
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        let fraction = fields.dropFirst().first ?? []
        guard !fields[0].isEmpty, fields[0].count <= 8, fields.count == 1 || !fraction.isEmpty,
            fields.joined().allSatisfy(\.isDecimalDigit),
            let whole = Int64(String(decoding: fields[0], as: UTF8.self)), whole <= 31_536_000
        else { throw unusable("takes seconds, for example 30 or 0.5") }
        let nanoseconds = fraction.prefix(9).reduce(into: (sum: Int64(0), unit: Int64(100_000_000)))
        { result, digit in
            result.sum += Int64(digit - UInt8(ascii: "0")) * result.unit
            result.unit /= 10
        }
        return .seconds(whole) + .nanoseconds(nanoseconds.sum)
    }

    /// The argument as one of `words`.
    package func word<Choice>(of words: [(String, Choice)]) throws(CommandFailure) -> Choice {
        guard let choice = words.first(where: { $0.0.utf8.elementsEqual(bytes) }) else {
            throw unusable("takes one of \(words.map(\.0).joined(separator: ", "))")
        }
        return choice.1
    }

    /// The argument split at its first `=`.
    package func assignment() throws(CommandFailure) -> (name: [UInt8], value: [UInt8]) {
        guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else {
            throw unusable("takes NAME=VALUE")
        }
        return (Array(bytes[..<equals]), Array(bytes[(equals + 1)...]))
    }

    /// The argument as the first and the last of a range of bytes, from 0.
    package func byteRange() throws(CommandFailure) -> ClosedRange<Int64> {
        let ends = bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let numbers = ends.compactMap { digits in
            digits.allSatisfy(\.isDecimalDigit)
                ? Int64(String(decoding: digits, as: UTF8.self)) : nil
        }
        guard ends.count == 2, numbers.count == 2, numbers[0] <= numbers[1], numbers[1] < .max
        else { throw unusable("takes FIRST-LAST, for example 0-99") }
        return numbers[0]...numbers[1]
    }

    /// The error that says what the flag takes and what it got.
    package func unusable(_ expectation: String) -> CommandFailure {
        .usage("\(flag) \(expectation), not \"\(String(decoding: bytes, as: UTF8.self))\"")
    }
}

extension UInt8 {
    /// Whether the byte is an ASCII digit.
    package var isDecimalDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
