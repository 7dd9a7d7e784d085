/// How an upload ended.
public enum UploadOutcome: String, Sendable, Hashable {
    /// The server answered 200 to 299 after it got the whole body.
    case succeeded
    /// The upload did not happen, or the server refused it.
    case failed
    /// The task was cancelled before the server can have got all.
    case cancelled
    /// The request may have been carried out: the answer was lost.
    case unknown
    /// The server answered 200 to 299 before it got the whole body.
    case respondedEarly
}

/// What became of an upload.
public struct UploadResult: Sendable {
    /// How it ended.
    public var outcome: UploadOutcome

    /// How many times the request was sent, without redirects.
    public var attempts: Int

    /// The bytes of bodies that were sent in all attempts together.
    public var bytesSent: Int64

    /// The time from the start to the end, with all waiting.
    public var duration: Duration

    /// Where the last request went, behind all redirects.
    public var url: RequestURL

    /// The last answer, if there was a complete one.
    public var response: Response?

    /// Why the upload did not succeed.
    public var error: UploadError?

    /// The status of the last answer, also of one that was cut short.
    public var status: Int? {
        if let response { return response.status }
        guard case .transport(let error)? = error?.cause else { return nil }
        return error.responseHead?.status
    }
}

/// Why an upload did not succeed.
public struct UploadError: Error, Sendable {
    /// What was the reason.
    @nonexhaustive
    public enum Cause: Sendable {
        /// There was no complete answer.
        case transport(TransportError)
        /// The server answered with this status.
        case status(Int, reason: String)
        /// A redirect can't be followed.
        case redirect(RedirectRefusal)
        /// The upload should be repeated, but the body can be read only once; `status` or `error`
        /// was the occasion.
        case bodyNotReplayable(status: Int?, error: TransportError?)
        /// The server answered 415 to the content coding of the body, such as `gzip`, and there is
        /// no other body to send, see ``Request/uncodedBody``.
        case contentCodingRefused(coding: String)
        /// The credentials can't be had or used.
        case authorization(any Error)
        /// The task was cancelled between two attempts.
        case cancelled
        /// The total time was over between two attempts.
        case timedOut(limit: Duration)
    }

    /// The reason.
    public var cause: Cause

    /// Whether the same upload may succeed later, without harm.
    public var isRetryable: Bool

    /// Creates an error.
    public init(_ cause: Cause, isRetryable: Bool) {
        self.cause = cause
        self.isRetryable = isRetryable
    }

    /// A stable name of the reason, for results that machines read.
    public var kind: String {
        switch cause {
        case .transport(let error): error.kind.name
        case .status: "status"
        case .redirect: "redirect"
        case .bodyNotReplayable: "bodyNotReplayable"
        case .contentCodingRefused: "contentCodingRefused"
        case .authorization: "authorization"
        case .cancelled: "cancelled"
        case .timedOut: "totalTimeout"
        }
    }
}
