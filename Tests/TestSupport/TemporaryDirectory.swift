package import BodyStreaming
import Foundation

/// A folder for one test; it and all that is in it goes with the value.
package final class TemporaryDirectory: Sendable {
    /// The absolute path of the folder.
    package let path: String

    package init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "formup-\(UUID())")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file called `name` and returns its path.
    package func file(_ name: String, _ bytes: [UInt8] = []) throws -> LocalPath {
        let file = path + "/" + name
        try Data(bytes).write(to: URL(filePath: file))
        return LocalPath(file)
    }
}
