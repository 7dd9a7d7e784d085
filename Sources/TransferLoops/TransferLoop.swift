internal import Synchronization
package import UploadHTTP

/// A thread that carries transfers, and runs tasks in between.
package protocol TransferLoop: TaskExecutor {
    /// What other threads want of the loop's.
    var queue: LoopQueue { get }
}

extension TransferLoop {
    /// How often commands that follow from commands are carried out before transfers go on.
    private static var maximumRoundCount: Int { 16 }

    // MARK: From any thread

    /// Sends a request and waits for its outcome.
    ///
    /// - Parameter makeTransfer: Makes the transfer that resumes the continuation.
    /// - Returns: The response.
    /// - Throws: ``TransportError`` if there is none.
    package func carry(
        _ makeTransfer: (
            CheckedContinuation<Result<Response, TransportError>, Never>
        ) -> any LoopTransfer
    ) async throws(TransportError) -> Response {
        let handover = Mutex(TransferHandover.waiting)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let transfer = makeTransfer(continuation)
                let isCancelled = handover.withLock { state in
                    if case .cancelled = state { return true }
                    state = .started(transfer)
                    return false
                }
                if isCancelled {
                    transfer.resume(returning: .failure(TransportError(.cancelled)))
                } else if !queue.send(.start(transfer)) {
                    transfer.resume(returning: .failure(TransportError(.shutDown)))
                }
            }
        } onCancel: {
            let transfer: (any LoopTransfer)? = handover.withLock { state in
                defer { state = .cancelled }
                return if case .started(let transfer) = state { transfer } else { nil }
            }
            if let transfer { _ = queue.send(.cancel(transfer)) }
        }
        return try outcome.get()
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // After the loop's end it runs where others run.
        if !queue.send(.run(job)) { globalConcurrentExecutor.enqueue(job) }
    }

    // MARK: On the loop's thread

    /// Carries out what was sent to the loop, and what follows from it.
    ///
    /// - Parameter commands: Memory for them; empty.
    /// - Returns: Whether to go on.
    package func carryOutCommands(_ commands: inout [LoopCommand]) -> Bool {
        for _ in 0..<Self.maximumRoundCount {
            let isStopping = queue.take(&commands)
            for index in commands.indices { carryOut(commands[index], isStopping: isStopping) }
            if isStopping { return false }
            if commands.isEmpty { return true }
            commands.removeAll(keepingCapacity: true)
        }
        return true
    }

    private func carryOut(_ command: LoopCommand, isStopping: Bool) {
        switch command {
        case .start(let transfer): transfer.begin(refusing: isStopping ? .shutDown : nil)
        case .cancel(let transfer): transfer.cancel()
        case .resume(let transfer): transfer.resumeBody()
        case .run(let job): unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        case .act(let action): action()
        }
    }

    /// Refuses what was not carried out when the loop ended.
    package func refuseRest() {
        for command in queue.close() {
            switch command {
            case .start(let transfer):
                transfer.resume(returning: .failure(TransportError(.shutDown)))
            case .run(let job): globalConcurrentExecutor.enqueue(job)
            case .cancel, .resume, .act: break
            }
        }
    }
}

/// What became of a transfer before its loop knows of it.
private enum TransferHandover: Sendable {
    case waiting
    case started(any LoopTransfer)
    case cancelled
}
