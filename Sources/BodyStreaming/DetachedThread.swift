#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A thread for system calls that may wait for a long time, which must not happen on a thread of
/// the concurrency pool.
package enum DetachedThread {
    private final class Job: Sendable {
        let work: @Sendable () -> Void

        init(_ work: @escaping @Sendable () -> Void) {
            self.work = work
        }
    }

    /// Runs `work` on a thread of its own.
    ///
    /// - Throws: The error number of `pthread_create(3)`; `work` is not run then.
    package static func start(_ work: @escaping @Sendable () -> Void) throws(SystemCallError) {
        let job = unsafe Unmanaged.passRetained(Job(work))
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        unsafe pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
        #if canImport(Darwin)
        var thread: pthread_t?
        #else
        var thread = pthread_t()
        #endif
        let failure = unsafe pthread_create(&thread, &attributes, runJob, job.toOpaque())
        guard failure == 0 else {
            unsafe job.release()
            throw SystemCallError(number: failure)
        }
    }

    #if canImport(Darwin)
    private static let runJob:
        @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = {
            unsafe Unmanaged<Job>.fromOpaque($0).takeRetainedValue().work()
            return nil
        }
    #else
    private static let runJob:
        @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
            guard let job = unsafe $0 else { return nil }
            unsafe Unmanaged<Job>.fromOpaque(job).takeRetainedValue().work()
            return nil
        }
    #endif
}
