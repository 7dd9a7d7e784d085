public import UploadHTTP

#if canImport(FoundationNetworking)
internal import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Sends requests with Foundation's URLSession, for apps on Apple's systems.
///
/// Bodies are read as they are sent and framed by their length; one with a `BodyStream` goes to a
/// temporary file first, since a read that waits would hold up other requests. No redirect is
/// followed, no challenge answered, no cookie kept and nothing cached; `UploadSession` decides on
/// those. Content codings are undone by the system if the request asks for them in
/// `Accept-Encoding`; without that field `identity` is asked for. The reason of a status and
/// trailers are not told, and fields of one name come as one.
///
/// ## Timers
///
/// URLSession doesn't tell when a connection is there: a body's first byte shows it. A request
/// without a body has no connect timer; its response timer runs from the start. What the peer
/// acknowledges isn't told either, so that bytes which the system has taken count as moved.
///
/// ## On Linux
///
/// The tests run on Linux, with swift-corelibs-foundation 6.3; what stands behind
/// `canImport(Darwin)` is compiled on Apple's systems only and not tested. Linux is better served by
/// `CurlTransport`, since its URLSession has limits. These are worked around:
///
/// - A challenge hangs the task: the response that asked for credentials is returned instead.
/// - A redirect is sent with an empty body: none is followed.
/// - A stream that is briefly empty is taken for ended: no read finds it so.
/// - A stream is sent with two framings when its length is set: the second one is suppressed.
/// - A disposition to cancel is ignored, and cancelling may wait for a session that is busy: the
///   caller has the outcome first, and the task is cancelled then, on another thread.
/// - A request is repeated on another connection when a kept one turns out to be dead, even if it
///   may have been carried out: each has a session of its own, so that no connection is kept.
///
/// These are not; the first three are typed errors:
///
/// - ``TransportError/Kind/unsupportedOption(_:)``: `expectsContinue`, since a 417 is answered with
///   the same request, and a body in a `GET`, also on Apple's systems.
/// - ``TransportError/Kind/responseTruncated``: the content of a redirect without `Location` is
///   lost.
/// - ``TransportError/Kind/connectionLost``: an answer that was followed by a reset while the body
///   was sent isn't read.
/// - All `Set-Cookie` fields but one are lost.
public final class URLSessionTransport: Transport {
    private let configuration: URLSessionConfiguration

    #if !canImport(FoundationNetworking)
    private let session: RoutedSession
    #endif

    /// Creates a transport; nothing is connected yet.
    ///
    /// - Parameter configuration: How to connect; `ephemeral` by default. It is copied. Its caches,
    ///   its cookies and credentials and its timeouts are not used. Background sessions need a file:
    ///   see `MultipartForm.write(toFile:)`.
    public init(configuration: URLSessionConfiguration = .ephemeral) {
        self.configuration = Self.prepared(configuration)
        #if !canImport(FoundationNetworking)
        session = RoutedSession(self.configuration, isForOneTask: false)
        #endif
    }

    #if !canImport(FoundationNetworking)
    deinit {
        session.invalidate()
    }
    #endif

    /// Sends `request` and returns its final answer, whatever the status.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - observer: Called with each event, on a thread of the session; it must not block.
    /// - Returns: The response, with its content.
    /// - Throws: ``TransportError`` if there is no complete answer. A status of 400 or more is no
    ///   error.
    public func send(
        _ request: Request,
        observer: (@Sendable (TransferEvent) -> Void)?
    ) async throws(TransportError) -> Response {
        let transfer = URLSessionTransfer(request, observer: observer) {
            #if canImport(FoundationNetworking)
            RoutedSession(self.configuration, isForOneTask: true)
            #else
            self.session
            #endif
        }
        return try await transfer.run().get()
    }

    /// A copy without what would answer in the place of the policies.
    private static func prepared(
        _ configuration: URLSessionConfiguration
    ) -> URLSessionConfiguration {
        guard let copy = configuration.copy() as? URLSessionConfiguration else {
            preconditionFailure("a copy of a configuration is one")
        }
        copy.urlCache = nil
        copy.urlCredentialStorage = nil
        copy.httpCookieStorage = nil
        copy.httpCookieAcceptPolicy = .never
        copy.httpShouldSetCookies = false
        copy.timeoutIntervalForRequest = URLRequest.longestTimeout
        copy.timeoutIntervalForResource = URLRequest.longestTimeout
        return copy
    }
}
