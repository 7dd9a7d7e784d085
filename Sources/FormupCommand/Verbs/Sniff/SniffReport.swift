import BodyStreaming
import ImageSniffing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Looks at files and writes a line about each.
struct SniffReport {
    /// How many files couldn't be read.
    private(set) var failureCount = 0

    private let sniffer = ImageSniffer()
    private let isJSON: Bool
    private var output = BufferedOutput(.output)
    private var hasHeading = false

    init(isJSON: Bool) {
        self.isJSON = isJSON
    }

    /// Looks at the file at `path`; one that can't be read is reported on standard error.
    mutating func sniff(_ path: LocalPath) throws(CommandFailure) {
        let result: SniffResult
        do {
            result = try unsafe path.withCString { text throws(ImageSniffingError) in
                try unsafe sniffer.sniff(fileAt: text)
            }
        } catch {
            switch error {
            case .open(let number), .read(_, let number): fail(path, errno: number)
            @unknown default: fail(path, errno: EIO)
            }
            return
        }
        if isJSON {
            try output.writeJSON { line in
                line.object { SniffObject.write(result, path: path, to: &$0) }
                line.endLine()
            }
        } else {
            if !hasHeading { try output.write(SniffTable.appendHeading) }
            hasHeading = true
            try output.write { SniffTable.appendLine(for: result, path: path, to: &$0) }
        }
    }

    /// Reports that the file at `path` can't be read.
    mutating func fail(_ path: LocalPath, errno number: CInt) {
        failureCount += 1
        let hint = number == EISDIR ? "; -r walks through it" : ""
        Diagnostics.report("\(path): \(SystemErrorText.words(for: number))\(hint)")
    }

    /// Writes what has not been written yet.
    mutating func finish() throws(CommandFailure) {
        try output.flush()
    }
}
