/// What a scan for a form's delimiter has covered without finding it.
public struct BoundaryProof: Sendable, Hashable {
    /// The number of bytes of content that were read.
    public internal(set) var scannedByteCount: Int64 = 0

    /// The indices of the parts that were left out because they can be read only once.
    public internal(set) var unscannedParts: [Int] = []
}
