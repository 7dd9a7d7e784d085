#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The system's words for an error number.
package struct SystemMessage: CustomStringConvertible {
    /// The words, for example `No such file or directory`.
    package let description: String

    /// Looks up the words for `number`.
    package init(_ number: CInt) {
        // The text of a known number is constant; only that of an unknown one could be overwritten.
        description =
            unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    }
}
