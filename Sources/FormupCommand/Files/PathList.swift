package import BodyStreaming

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Paths that stand in a file, one behind the other, read as they are asked for.
@safe
package struct PathList: ~Copyable {
    private let path: LocalPath
    private let file: UnsafeMutablePointer<FILE>
    private let separator: UInt8
    private var line: UnsafeMutablePointer<CChar>?
    private var capacity = 0

    /// Opens the list at `path`; `-` is standard input.
    ///
    /// - Parameters:
    ///   - path: The list.
    ///   - separator: The byte behind each path; empty paths are left out.
    /// - Throws: A usage error if the list can't be opened.
    package init(_ path: LocalPath, separator: UInt8) throws(CommandFailure) {
        self.path = path
        self.separator = separator
        let file =
            if path == "-" {
                unsafe fdopen(dup(0), "r")
            } else {
                unsafe path.withCString { unsafe fopen($0, "re") }
            }
        guard let file = unsafe file else {
            throw .usage("\(path): \(SystemErrorText.words(for: errno))")
        }
        unsafe self.file = file
    }

    deinit {
        unsafe free(line)
        unsafe _ = fclose(file)
    }

    /// The next path, byte for byte, or `nil` at the end.
    ///
    /// - Throws: A failure if the list can't be read.
    package mutating func next() throws(CommandFailure) -> LocalPath? {
        while true {
            let count = unsafe getdelim(&line, &capacity, CInt(separator), file)
            guard count > 0, let start = unsafe line else {
                guard unsafe ferror(file) == 0 else {
                    throw .failure("\(path): \(SystemErrorText.words(for: errno))")
                }
                return nil
            }
            let isTerminated = unsafe UInt8(bitPattern: start[count - 1]) == separator
            let length = isTerminated ? count - 1 : count
            guard length > 0 else { continue }
            let bytes = unsafe UnsafeRawBufferPointer(start: start, count: length)
            return unsafe LocalPath(bytes: Array(bytes))
        }
    }
}
