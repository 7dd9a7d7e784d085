// Four threads that use a lock, and write something beside it: that has to be reported.
import Glibc
import Synchronization

final class Shared: @unchecked Sendable {
    let value = Mutex(0)
    var other = 0
}

let shared = Shared()
var threads: [pthread_t] = []
for _ in 0..<4 {
    var thread = pthread_t()
    pthread_create(
        &thread,
        nil,
        { _ in
            for _ in 0..<20_000 {
                shared.value.withLock { $0 += 1 }
                shared.other += 1
            }
            return nil
        },
        nil
    )
    threads.append(thread)
}
for thread in threads { pthread_join(thread, nil) }
