package import BodyStreaming

/// A file that holds a secret, so that it doesn't stand on the command line.
package enum SecretFile {
    private static let maximumByteCount = 65_536

    /// The first line of the file at `path`, without the spaces around it.
    ///
    /// - Throws: A usage error that names the file, not what it holds.
    package static func firstLine(of path: LocalPath) async throws(CommandFailure) -> String {
        var bytes: [UInt8] = []
        do throws(BodyError) {
            for try await chunk in try Body(file: path).chunks() {
                bytes += chunk
                if bytes.contains(UInt8(ascii: "\n")) || bytes.count > maximumByteCount { break }
            }
        } catch {
            throw .usage(error.description)
        }
        let isSpace = { (byte: UInt8) in " \t\r".utf8.contains(byte) }
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        let trimmed = line.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        guard let text = String(validating: Array(trimmed), as: UTF8.self), !text.isEmpty else {
            throw .usage("\(path): its first line is no token")
        }
        return text
    }
}
