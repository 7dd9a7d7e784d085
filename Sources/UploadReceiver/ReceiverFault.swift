/// Something that an ``UploadReceiver`` does on purpose, so that a client can be tried against it.
@nonexhaustive
public enum ReceiverFault: Sendable, Hashable {
    /// Waits before the answer, after the whole body has come.
    case delay(Duration)

    /// Answers with `status` as soon as the head has come, reads no body, and closes.
    case earlyStatus(Int, retryAfter: String? = nil)

    /// Answers with `status` after the whole body has come, with a `Retry-After` field if one is
    /// given.
    case status(Int, retryAfter: String? = nil)

    /// Answers with `status` and a `Location` after the whole body has come.
    case redirect(Int, location: String)

    /// Resets the connection after so many bytes of the body, or at its end if it is shorter.
    case reset(afterByteCount: Int64)

    /// Reads the body no faster than this.
    case throttle(bytesPerSecond: Int)

    /// Closes the connection instead of answering, after the whole body has come.
    case noAnswer
}
