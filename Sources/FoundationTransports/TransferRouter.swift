internal import Foundation
internal import Synchronization
internal import UploadHTTP

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// The delegate of a session: hands each call to the transfer of its task.
///
/// It follows no redirect and answers no challenge of a server: whoever called the transport gets
/// the answer that asks for that.
final class TransferRouter: NSObject, URLSessionDataDelegate {
    private let transfers = Mutex<[Int: URLSessionTransfer]>([:])

    func add(_ transfer: URLSessionTransfer, for task: URLSessionTask) {
        transfers.withLock { $0[task.taskIdentifier] = transfer }
    }

    func remove(_ task: URLSessionTask) {
        transfers.withLock { _ = $0.removeValue(forKey: task.taskIdentifier) }
    }

    private func transfer(of task: URLSessionTask) -> URLSessionTransfer? {
        transfers.withLock { $0[task.taskIdentifier] }
    }

    // MARK: Sending

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        completionHandler(transfer(of: task)?.bodyStream())
    }

    #if canImport(Darwin)
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        transfer(of: task)?.didSend(upTo: totalBytesSent)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
        let isReused = metrics.transactionMetrics.last?.isReusedConnection ?? false
        transfer(of: task)?.noteConnection(isReused: isReused)
    }
    #endif

    // MARK: Answers that ask for another request

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        #if canImport(FoundationNetworking)
        // The response is all there by then, and no disposition would return it: without a
        // credential the task hangs or is cancelled.
        transfer(of: task)?.finish()
        completionHandler(.cancelAuthenticationChallenge, nil)
        #else
        switch challenge.protectionSpace.authenticationMethod {
        case NSURLAuthenticationMethodServerTrust, NSURLAuthenticationMethodClientCertificate:
            completionHandler(.performDefaultHandling, nil)
        default:
            // The task goes on and returns the response that asks for credentials.
            completionHandler(.rejectProtectionSpace, nil)
        }
        #endif
    }

    // MARK: Receiving

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let response = response as? HTTPURLResponse {
            transfer(of: dataTask)?.receive(ResponseHead(response))
        }
        // Linux ignores another disposition, hence a transfer ends by cancelling its task.
        completionHandler(.allow)
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive data: Data
    ) {
        transfer(of: dataTask)?.receive(data)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        guard let transfer = transfer(of: task) else { return }
        if let error {
            transfer.fail(with: error)
        } else {
            transfer.finish(task.response as? HTTPURLResponse)
        }
    }
}
