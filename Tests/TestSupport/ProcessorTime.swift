import Foundation

/// The processor time that this thread has used; a busy machine doesn't change it.
package func processorTime() -> Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// The least processor time that three runs of `work` take.
package func shortestProcessorTime(_ work: () throws -> Void) rethrows -> Duration {
    var shortest: Duration?
    for _ in 0..<3 {
        let start = processorTime()
        try work()
        let duration = processorTime() - start
        shortest = min(shortest ?? duration, duration)
    }
    return shortest ?? .zero
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
