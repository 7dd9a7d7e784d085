import BodyStreaming

/// The file whose ranges are contents of random forms; it stays the same while the process runs.
struct ContentFile: Sendable {
    let path: LocalPath
    let bytes: [UInt8]

    private let file: ScratchFile

    private static let shared = Result { () throws(PropertyViolation) in try ContentFile() }

    /// The one file of the process.
    static func open() throws(PropertyViolation) -> ContentFile { try shared.get() }

    private init() throws(PropertyViolation) {
        // More than two reads of 64 KiB, with no period that a power of two is a multiple of.
        bytes = (0..<150_000).map { UInt8(truncatingIfNeeded: $0 % 251) }
        file = try ScratchFile()
        try file.replace(with: bytes)
        path = file.path
    }

    /// Takes a range of the bytes, most often a short one.
    func range(_ input: inout FuzzInput) -> Range<Int> {
        let start = input.number(in: 0...bytes.count)
        let isLong = input.number(in: 0...31) == 31
        let count = input.number(in: 0...(isLong ? bytes.count : 600))
        return start..<min(start + count, bytes.count)
    }
}
