public import UploadHTTP

/// What an upload is recognised by: 128 bits of a SHA-256 digest, the same on every machine.
public struct ItemKey: Sendable, Hashable {
    /// The first half of the digest.
    package let high: UInt64

    /// The second half.
    package let low: UInt64

    /// Creates a key of its two halves.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads a key of 32 hexadecimal digits in lower case.
    ///
    /// - Returns: `nil` if the text is anything else.
    public init?(_ text: some Collection<UInt8>) {
        guard text.count == 32 else { return nil }
        var halves: (high: UInt64, low: UInt64) = (0, 0)
        for (index, byte) in text.enumerated() {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            default: return nil
            }
            if index < 16 {
                halves.high = halves.high << 4 | UInt64(digit)
            } else {
                halves.low = halves.low << 4 | UInt64(digit)
            }
        }
        self.init(high: halves.high, low: halves.low)
    }

    /// The 32 hexadecimal digits, in lower case.
    private var digits: [32 of UInt8] {
        [32 of UInt8] { index in
            let half = index < 16 ? high : low
            let value = UInt8(truncatingIfNeeded: half >> UInt64(60 - index % 16 * 4)) & 0xF
            return value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
        }
    }

    /// Appends the 32 hexadecimal digits, in lower case.
    package func appendDigits(to bytes: inout [UInt8]) {
        let digits = digits
        for index in digits.indices { bytes.append(digits[index]) }
    }

    /// The key that makes repetition safe, the same over all attempts, runs and shards.
    public var idempotencyKey: IdempotencyKey {
        do {
            return try IdempotencyKey(description)
        } catch {
            preconditionFailure("32 hexadecimal digits are no idempotency key: \(error)")
        }
    }
}

extension ItemKey: CustomStringConvertible {
    /// The 32 hexadecimal digits, in lower case.
    public var description: String {
        let digits = digits
        return unsafe digits.span.withUnsafeBufferPointer {
            unsafe String(decoding: $0, as: UTF8.self)
        }
    }
}
