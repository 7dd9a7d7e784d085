package import UploadHTTP

/// A request on its way over a loop, until its outcome is known.
package protocol LoopTransfer: AnyObject, Sendable {
    /// Returns the outcome to the caller; must come once.
    func resume(returning outcome: Result<Response, TransportError>)
}
