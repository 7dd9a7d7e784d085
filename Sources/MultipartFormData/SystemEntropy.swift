#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Random numbers from the system's cryptographic generator, many with each system call.
struct SystemEntropy: RandomNumberGenerator {
    private var numbers: [32 of UInt64] = .init(repeating: 0)
    private var restCount = 0

    mutating func next() -> UInt64 {
        if restCount == 0 {
            guard refill() else {
                var generator = SystemRandomNumberGenerator()
                return generator.next()
            }
            restCount = numbers.count
        }
        restCount -= 1
        return numbers[restCount]
    }

    private mutating func refill() -> Bool {
        var span = numbers.mutableSpan
        return unsafe span.withUnsafeMutableBytes {
            unsafe getentropy($0.baseAddress, $0.count) == 0
        }
    }
}
