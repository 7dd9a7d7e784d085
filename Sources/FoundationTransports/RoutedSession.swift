internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A session, and the delegate that tells its transfers apart.
struct RoutedSession: Sendable {
    private let session: URLSession
    private let router: TransferRouter
    private let isForOneTask: Bool

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - configuration: How to connect.
    ///   - isForOneTask: Whether the end of a task is that of the session.
    init(_ configuration: URLSessionConfiguration, isForOneTask: Bool) {
        self.isForOneTask = isForOneTask
        router = TransferRouter()
        session = URLSession(configuration: configuration, delegate: router, delegateQueue: nil)
    }

    /// A task that sends a request, whose delegate calls go to `transfer`.
    func task(
        _ request: URLRequest,
        hasBody: Bool,
        for transfer: URLSessionTransfer
    ) -> URLSessionTask {
        let task =
            hasBody
            ? session.uploadTask(withStreamedRequest: request) : session.dataTask(with: request)
        router.add(transfer, for: task)
        return task
    }

    /// Ends a task, which has no effect if it has ended.
    func end(_ task: URLSessionTask) {
        router.remove(task)
        task.cancel()
        if isForOneTask { invalidate() }
    }

    /// Closes the session's connections when its tasks have ended; it takes no task after that.
    func invalidate() {
        session.finishTasksAndInvalidate()
    }
}
