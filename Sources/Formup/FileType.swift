public import BodyStreaming
internal import ImageSniffing
internal import MultipartFormData

/// The media types of files: by the first bytes, else by the extension of the name.
public enum FileType {
    /// The media type of the file at `path`.
    ///
    /// A regular file is opened once and its header is read; the bytes of a pipe, which can be read
    /// only once, are left alone. A file that can't be read is told by its name: the error comes
    /// when its bytes are needed.
    ///
    /// - Parameter path: The file.
    /// - Returns: What the header says, else what the extension says, else
    ///   `application/octet-stream`.
    public static func mediaType(of path: LocalPath) -> String {
        let result = unsafe path.withCString { text in
            unsafe try? ImageSniffer().sniff(fileAt: text)
        }
        return mediaType(result, of: path)
    }

    /// The media type of a file that is open.
    package static func mediaType(of file: OpenFile) -> String {
        mediaType(try? ImageSniffer().sniff(descriptor: file.descriptor), of: file.path)
    }

    private static func mediaType(_ header: SniffResult?, of path: LocalPath) -> String {
        header?.mediaType ?? ExtensionTypes.type(of: path.lastComponent)
            ?? MultipartPart.octetStream
    }
}
