/// Runs tasks on the thread that carries the transfers, in between.
extension CurlLoop: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if !send(.run(job)) { runElsewhere(job) }
    }

    /// Runs a part of a task; on the loop's thread.
    func run(_ job: UnownedJob) {
        unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }

    /// Runs a part of a task that prefers this loop after its end.
    func runElsewhere(_ job: UnownedJob) {
        globalConcurrentExecutor.enqueue(job)
    }
}
