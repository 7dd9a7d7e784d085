import BodyStreaming

/// Where `encode` tells the value of the `Content-Type` field that belongs to its body.
struct ContentTypeOutput: ~Copyable {
    private let file: OutputFile?
    private let goesToStandardOutput: Bool

    /// Prepares the file at `path`, before the body is written: if that fails, nothing is there.
    ///
    /// - Parameter path: A file; `-` for standard output, `nil` for a line on standard error.
    /// - Throws: A failure that names the path.
    init(_ path: LocalPath?) throws(CommandFailure) {
        goesToStandardOutput = path == "-"
        if let path, path != "-" { file = try OutputFile(path) } else { file = nil }
    }

    /// Tells the value, after the body was written.
    consuming func finish(_ contentType: String) throws(CommandFailure) {
        if let file {
            try file.write(Array((contentType + "\n").utf8))
            try file.commit()
        } else if goesToStandardOutput {
            try StandardStream.output.write(contentType + "\n")
        } else {
            Diagnostics.print("Content-Type: \(contentType)")
        }
    }
}
