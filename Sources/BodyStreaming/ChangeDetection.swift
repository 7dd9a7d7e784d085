/// How a file is told to have changed between the layout of a body and the reading of its bytes.
///
/// The device, the inode and the size are always compared.
public struct ChangeDetection: Sendable, Hashable {
    /// How far the modification time may move before the file counts as modified; `nil` doesn't
    /// look at it. The default is 100 milliseconds.
    ///
    /// The time stamps of network file systems jitter by milliseconds though nobody writes
    /// (rclone/rclone#2206, rclone/rclone#3029). A write of the same size within the tolerance goes
    /// unnoticed.
    public var modificationTolerance: Duration?

    /// Compares the modification time with a tolerance of 100 milliseconds.
    public static let `default` = ChangeDetection()

    /// Doesn't compare the modification time.
    public static let sizeOnly = ChangeDetection(modificationTolerance: nil)

    /// Creates a way to tell changes.
    public init(modificationTolerance: Duration? = .milliseconds(100)) {
        self.modificationTolerance = modificationTolerance
    }

    /// What tells `current` from `original`, or `nil` if that is nothing.
    package func change(from original: FileIdentity, to current: FileIdentity) -> FileChange? {
        guard original.device == current.device, original.inode == current.inode else {
            return .replaced
        }
        if current.byteCount < original.byteCount {
            return .shrank(from: original.byteCount, to: current.byteCount)
        }
        if current.byteCount > original.byteCount {
            return .grew(from: original.byteCount, to: current.byteCount)
        }
        guard let modificationTolerance else { return nil }
        let (distance, overflows) = current.modificationNanoseconds
            .subtractingReportingOverflow(original.modificationNanoseconds)
        guard !overflows, .nanoseconds(distance.magnitude) <= modificationTolerance else {
            return .modified
        }
        return nil
    }
}
