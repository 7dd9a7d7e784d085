import Foundation

/// The processor time that this thread has used; a busy machine doesn't change it.
package func processorTime() -> Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// How much slower than a release build the tests may be.
package let slowness: Int = {
    var slowness = 1
    assert(
        {
            slowness = 10
            return true
        }()
    )
    return slowness
}()
