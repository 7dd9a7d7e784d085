#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A reason why a file can't be sniffed; what its bytes say is never one.
///
/// The caller knows the path, so the error doesn't repeat it.
@nonexhaustive
public enum ImageSniffingError: Error, Sendable, Hashable {
    /// Opening the file failed with the platform's error number `errno`.
    case open(errno: CInt)

    /// Reading the file at `offset` failed with the platform's error number `errno`.
    case read(offset: Int64, errno: CInt)
}

extension ImageSniffingError: CustomStringConvertible {
    /// One line for people: what failed, and the system's reason.
    public var description: String {
        switch self {
        case .open(let errno):
            "the file can't be opened: \(Self.text(of: errno))"
        case .read(let offset, let errno):
            "the file can't be read at byte \(offset): \(Self.text(of: errno))"
        }
    }

    private static func text(of errno: CInt) -> String {
        guard let text = unsafe strerror(errno) else { return "error \(errno)" }
        return unsafe String(cString: text)
    }
}
