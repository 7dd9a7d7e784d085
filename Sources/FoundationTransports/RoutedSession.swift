internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A session, and the delegate that tells its transfers apart.
struct RoutedSession: Sendable {
    private let session: URLSession
    private let router: TransferRouter

    init(_ configuration: URLSessionConfiguration) {
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
    }

    /// Closes the session's connections when its tasks have ended.
    func invalidate() {
        session.finishTasksAndInvalidate()
    }
}
