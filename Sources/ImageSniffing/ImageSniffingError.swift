/// A reason why a file can't be sniffed; what its bytes say is never one.
@nonexhaustive
public enum ImageSniffingError: Error, Sendable, Hashable {
    /// Opening the file failed with the platform's error number `errno`.
    case open(errno: CInt)

    /// Reading the file at `offset` failed with the platform's error number `errno`.
    case read(offset: Int64, errno: CInt)
}
