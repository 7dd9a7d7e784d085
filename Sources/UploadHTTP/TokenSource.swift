internal import Synchronization

/// A token that many uploads share and that is made anew once for all of them.
public final class TokenSource: Sendable {
    private typealias Waiter = CheckedContinuation<Result<String, any Error>, Never>

    private struct State {
        var token: String?
        var isRefreshing = false
        var waiters: [UInt64: Waiter] = [:]
        var nextWaiter: UInt64 = 0
        /// Waiters that were cancelled before they waited.
        var cancelled: Set<UInt64> = []
    }

    private let state: Mutex<State>
    private let refresh: @Sendable (_ refused: String?) async throws -> String

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - token: The first token; without one, the first request asks for it.
    ///   - refresh: Makes a new token in the place of the one that the server refused. While it
    ///     runs, all who need a token wait for this one; it is never called twice at once.
    public init(
        token: String? = nil,
        refresh: @escaping @Sendable (_ refused: String?) async throws -> String
    ) {
        state = Mutex(State(token: token))
        self.refresh = refresh
    }

    /// The token, made anew if there is none or it is the refused one.
    package func token(insteadOf refused: String?) async throws -> String {
        let number = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        defer { state.withLock { _ = $0.cancelled.remove(number) } }
        return try await withTaskCancellationHandler {
            await withCheckedContinuation { (waiter: Waiter) in
                join(waiter, number, insteadOf: refused)
            }
        } onCancel: {
            let waiter = state.withLock { state in
                let waiter = state.waiters.removeValue(forKey: number)
                if waiter == nil { state.cancelled.insert(number) }
                return waiter
            }
            waiter?.resume(returning: .failure(CancellationError()))
        }.get()
    }

    private func join(_ waiter: Waiter, _ number: UInt64, insteadOf refused: String?) {
        let answer: Result<String, any Error>?
        let isFirst: Bool
        (answer, isFirst) = state.withLock { state in
            if state.cancelled.remove(number) != nil {
                return (.failure(CancellationError()), false)
            }
            if let token = state.token, token != refused { return (.success(token), false) }
            state.waiters[number] = waiter
            defer { state.isRefreshing = true }
            return (nil, !state.isRefreshing)
        }
        if let answer { waiter.resume(returning: answer) }
        guard isFirst else { return }
        // A task of its own: the others wait for it also if the first one is cancelled.
        Task {
            let result: Result<String, any Error>
            do {
                result = .success(try await refresh(refused))
            } catch {
                result = .failure(error)
            }
            let waiters = state.withLock { state in
                state.token = try? result.get()
                state.isRefreshing = false
                defer { state.waiters = [:] }
                return state.waiters.values
            }
            for waiter in waiters { waiter.resume(returning: result) }
        }
    }
}
