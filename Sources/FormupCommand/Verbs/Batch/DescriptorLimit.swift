#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// How many uploads at once the descriptors of the process are enough for.
enum DescriptorLimit {
    /// The standard streams, the results, the list of uploads, and what the transport needs.
    private static let reservedCount: UInt64 = 16

    /// A connection, and a file that is read.
    private static let countPerUpload: UInt64 = 2

    /// Raises the limit as far as `uploadCount` needs it and the system allows it.
    ///
    /// - Returns: How many uploads at once there are descriptors for, at least 1 and at most
    ///   `uploadCount`.
    static func raise(for uploadCount: Int) -> Int {
        #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
        let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard unsafe getrlimit(resource, &limit) == 0 else { return uploadCount }
        let wanted = reservedCount + UInt64(max(uploadCount, 1)) * countPerUpload
        if limit.rlim_cur < wanted {
            var raised = limit
            raised.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
            if unsafe setrlimit(resource, &raised) == 0 { limit = raised }
        }
        let available = UInt64(limit.rlim_cur)
        guard available < wanted else { return uploadCount }
        return max(1, Int((max(available, reservedCount) - reservedCount) / countPerUpload))
    }
}
