internal import BodyStreaming

extension UploadError: CustomStringConvertible {
    /// One line that says what happened.
    public var description: String {
        switch cause {
        case .transport(let error): "\(error)"
        case .status(let status, let reason):
            "the server answered \(status)"
                + (reason.isEmpty ? "" : " \(DisplayText.escaped(reason))")
        case .redirect(let refusal): "\(refusal)"
        case .bodyNotReplayable(let status, let error):
            "the body can be read only once, so it can't be sent again after "
                + (status.map { "the answer \($0)" } ?? error.map { "\($0)" } ?? "a failure")
        case .contentCodingRefused(let coding):
            "the server answered 415, it doesn't take a body in "
                + "\(DisplayText.escaped(coding)); send it uncompressed"
        case .authorization(let error):
            "no credentials: \(DisplayText.escaped(String(describing: error)))"
        case .cancelled: "cancelled while waiting for the next attempt"
        case .timedOut(let limit): "not done within \(limit)"
        }
    }
}
