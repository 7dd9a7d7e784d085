#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The processors of this machine.
enum Processors {
    /// How many are in use, at least 1.
    static var count: Int { max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN))) }
}
