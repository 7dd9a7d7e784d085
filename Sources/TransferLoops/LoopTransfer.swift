package import UploadHTTP

/// A request on its way over a loop, until its outcome is known.
package protocol LoopTransfer: AnyObject, Sendable {
    /// Begins to send the request, or ends it for `cause`; on the loop's thread.
    func begin(refusing cause: TransportError.Kind?)

    /// Ends the transfer, if it has not ended; on the loop's thread.
    func cancel()

    /// Goes on with the body, which has bytes again; on the loop's thread.
    func resumeBody()

    /// Returns the outcome to the caller; must come once.
    func resume(returning outcome: Result<Response, TransportError>)
}
