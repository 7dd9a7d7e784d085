package import BodyStreaming

extension LocalPath {
    /// A path in the same folder that nobody else has: what is written there can be renamed.
    package func temporarySibling() -> LocalPath {
        let slash = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        let name = bytes[slash...].prefix(200)
        let suffix = String(UInt64.random(in: .min ... .max), radix: 36)
        return LocalPath(
            bytes: bytes[..<slash] + Array(".".utf8) + name + Array(".\(suffix)".utf8)
        )
    }
}
