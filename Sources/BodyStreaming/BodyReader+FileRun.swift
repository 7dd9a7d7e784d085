extension BodyReader {
    /// Bytes of an open file that come next in the body.
    package struct FileRun {
        /// The open file.
        package let descriptor: CInt

        /// Where in the file the bytes start.
        package let offset: Int64

        /// The number of bytes.
        package let byteCount: Int64
    }
}
