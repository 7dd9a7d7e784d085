internal import Synchronization

/// The text that tells one part of a multipart body from the next.
///
/// A boundary has 1 to 70 characters of `bchars` and doesn't end in a space.
///
/// Source: [RFC 2046, section 5.1.1](https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1).
public struct Boundary: Sendable, Hashable {
    /// The boundary without the two hyphens that stand before it in the body; ASCII.
    public let value: String

    /// Creates a boundary of a fixed text, for a body that has the same bytes every time.
    ///
    /// - Parameter value: 1 to 70 characters of RFC 2046's `bchars`, without the two hyphens that
    ///   stand before a boundary in the body.
    /// - Throws: ``MultipartError/invalidBoundary(_:fault:)`` if `value` isn't a boundary.
    public init(_ value: String) throws(MultipartError) {
        if let fault = Self.fault(of: value) {
            throw .invalidBoundary(value, fault: fault)
        }
        self.value = value
    }

    /// Creates a boundary of 130 random bits from the system's cryptographic generator.
    ///
    /// All its characters may stand in a token, so that it is never quoted.
    public init() {
        self = Self.entropy.withLock { Boundary(using: &$0) }
    }

    /// Creates a boundary of 22 characters that `generator` picks out of 62.
    package init(using generator: inout some RandomNumberGenerator) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(26)
        bytes.append(contentsOf: "----".utf8)
        // Each random number may cost a system call, so one serves as many characters as it can.
        for characterCount in [10, 10, 2] {
            let range = (0..<characterCount).reduce(into: UInt64(1)) { range, _ in
                range *= UInt64(Self.alphabet.count)
            }
            var number = UInt64.random(in: 0..<range, using: &generator)
            for _ in 0..<characterCount {
                let (rest, index) = number.quotientAndRemainder(
                    dividingBy: UInt64(Self.alphabet.count)
                )
                bytes.append(Self.alphabet[Int(index)])
                number = rest
            }
        }
        value = String(decoding: bytes, as: UTF8.self)
    }

    /// The boundary as the value of the `boundary` parameter, in quotes unless it is a token.
    ///
    /// Some servers don't read a quoted boundary, and none may read one that needs quotes and has
    /// none.
    ///
    /// Source: [RFC 9110, section 5.6.2](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2).
    public var parameterValue: String {
        let bytes = value.utf8.span
        let isToken = bytes.indices.allSatisfy { FieldSyntax.isTokenByte(bytes[$0]) }
        return isToken ? value : "\"\(value)\""
    }

    /// Shared, so that one system call serves several boundaries.
    private static let entropy = Mutex(SystemEntropy())

    private static let alphabet = Array(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8
    )

    private static func fault(of value: String) -> BoundaryFault? {
        let bytes = value.utf8
        for (offset, byte) in bytes.enumerated() where !isBoundaryByte(byte) {
            return .byteNotAllowed(byte, offset: offset)
        }
        return switch bytes.count {
        case 0: .empty
        case 71...: .tooLong(byteCount: bytes.count)
        case _ where bytes.last == UInt8(ascii: " "): .endsInSpace
        default: nil
        }
    }

    private static func isBoundaryByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default:
            "'()+_,-./:=? ".utf8.contains(byte)
        }
    }
}

extension Boundary: CustomStringConvertible {
    /// The boundary without the two hyphens that stand before it in the body.
    public var description: String { value }
}
