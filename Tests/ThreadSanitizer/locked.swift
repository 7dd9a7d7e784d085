// Four threads that contend for a lock: nothing may be reported.
import Glibc
import Synchronization

final class Shared: Sendable {
    let values = Mutex<[Int]>([])
}

let shared = Shared()
var threads: [pthread_t] = []
for _ in 0..<4 {
    var thread = pthread_t()
    pthread_create(
        &thread,
        nil,
        { _ in
            for value in 0..<20_000 {
                shared.values.withLock { values in
                    values.append(value)
                    if values.count > 100 { values.removeAll() }
                }
            }
            return nil
        },
        nil
    )
    threads.append(thread)
}
for thread in threads { pthread_join(thread, nil) }
