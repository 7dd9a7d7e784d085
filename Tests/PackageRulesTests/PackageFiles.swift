import Foundation

/// The files of the package, as the rules see them.
enum PackageFiles {
    /// The folder that holds `Package.swift`.
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Every Swift file below `folder`, with its path relative to the root.
    static func swiftFiles(below folder: String) throws -> [(path: String, text: String)] {
        let start = root.appending(path: folder)
        guard let found = FileManager.default.enumerator(at: start, includingPropertiesForKeys: nil)
        else { throw CocoaError(.fileReadNoSuchFile) }
        return try found.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.map {
            url in
            let path = url.path.dropFirst(root.path.count).drop { $0 == "/" }
            return (String(path), try String(contentsOf: url, encoding: .utf8))
        }
    }

    /// The names of the modules that `text` imports.
    static func imports(in text: String) -> Set<String> {
        let pattern =
            /^\s*(?:@\w+\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?import\s+(?:(?:struct|class|enum|func|var|protocol|typealias|let)\s+)?(\w+)/
            .anchorsMatchLineEndings()
        return Set(text.matches(of: pattern).map { String($0.output.1) })
    }
}
