public import BodyStreaming
public import ImageSniffing

/// A reason why a file isn't taken as an image.
@nonexhaustive
public enum ImageError: Error, Sendable {
    /// The header isn't that of an image, or is damaged, or ends too early.
    case notAnImage(path: LocalPath, found: SniffResult)

    /// The file can't be opened or read.
    case unreadable(path: LocalPath, cause: ImageSniffingError)
}

extension ImageError: CustomStringConvertible {
    /// One line that names the file.
    public var description: String {
        switch self {
        case .notAnImage(let path, let found): "\(path): \(DisplayText.escaped(found.description))"
        case .unreadable(let path, let cause): "\(path): \(cause)"
        }
    }
}

extension ImageHeader {
    /// Reads the header of the image file at `path`.
    ///
    /// - Throws: ``ImageError/notAnImage(path:found:)``, ``ImageError/unreadable(path:cause:)``.
    public init(of path: LocalPath) throws(ImageError) {
        let result: SniffResult
        do {
            result = unsafe try path.withCString { text throws(ImageSniffingError) in
                unsafe try ImageSniffer().sniff(fileAt: text)
            }
        } catch {
            throw .unreadable(path: path, cause: error)
        }
        guard case .found(let header) = result else {
            throw .notAnImage(path: path, found: result)
        }
        self = header
    }
}
