// The C library's types of threads come with the first module that includes them.
internal import CCurl

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A detached thread of the system: a loop waits in libcurl, which no thread of the concurrency
/// pool may do.
enum LoopThread {
    struct Failure: Error {
        let number: CInt
    }

    private final class Job: Sendable {
        let work: @Sendable () -> Void

        init(_ work: @escaping @Sendable () -> Void) {
            self.work = work
        }
    }

    /// - Throws: The error number of `pthread_create(3)`; `work` is not run then.
    static func start(_ work: @escaping @Sendable () -> Void) throws(Failure) {
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
        let number = unsafe pthread_create(&thread, &attributes, body, job.toOpaque())
        guard number == 0 else {
            unsafe job.release()
            throw Failure(number: number)
        }
    }

    #if canImport(Darwin)
    private static let body: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? =
        {
            unsafe Unmanaged<Job>.fromOpaque($0).takeRetainedValue().work()
            return nil
        }
    #else
    private static let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
        {
            guard let job = unsafe $0 else { return nil }
            unsafe Unmanaged<Job>.fromOpaque(job).takeRetainedValue().work()
            return nil
        }
    #endif
}
