/// What happens during an upload.
@nonexhaustive
public enum UploadEvent: Sendable {
    /// An attempt begins; `number` counts from 1, and redirects belong to the same one.
    case attemptStarted(number: Int, url: RequestURL)
    /// This request goes out: the first of an attempt, or one behind a redirect or with other
    /// credentials. Its fields hold secrets, see ``Redaction``.
    case requestStarted(Request)
    /// A connection is there.
    case connected(reused: Bool)
    /// Bytes of the body moved; each attempt starts from 0.
    case progress(TransferProgress)
    /// An informational response came.
    case informational(ResponseHead)
    /// The head of a final response came.
    case responseHead(ResponseHead)
    /// A redirect is followed.
    case redirecting(status: Int, url: RequestURL)
    /// The credentials were refused; others are asked for.
    case authorizing
    /// Another attempt follows after a wait, because of an error.
    case retrying(after: Duration, cause: UploadError)
    /// The upload ended.
    case finished(UploadResult)

    /// A stable name, for logs that machines read.
    public var name: String {
        switch self {
        case .attemptStarted: "attemptStarted"
        case .requestStarted: "requestStarted"
        case .connected: "connected"
        case .progress: "progress"
        case .informational: "informational"
        case .responseHead: "responseHead"
        case .redirecting: "redirecting"
        case .authorizing: "authorizing"
        case .retrying: "retrying"
        case .finished: "finished"
        }
    }
}
