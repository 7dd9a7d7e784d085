/// Bytes of one file that can be read at any position.
public protocol HeaderSource {
    /// What a failed read throws.
    associatedtype Failure: Error

    /// The size in bytes, if it is known; it is asked for only when a format needs it.
    var byteCount: Int64? { get }

    /// Appends bytes from `offset` on to `output`: one at the least, at most as many as fit.
    ///
    /// None means that the file ends at or before `offset`.
    ///
    /// - Parameters:
    ///   - offset: The position of the first byte, from the start of the file.
    ///   - output: The memory that takes the bytes.
    /// - Throws: The source's own error; the end of the file is none.
    func read(at offset: Int64, into output: inout OutputSpan<UInt8>) throws(Failure)
}
