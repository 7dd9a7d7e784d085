extension BodyReader {
    /// Bytes of an open file that come next in the body.
    struct FileRun {
        /// The open file.
        let descriptor: CInt

        /// Where in the file the bytes start.
        let offset: Int64

        /// The number of bytes.
        let byteCount: Int64
    }
}
