package import BatchUpload

extension BatchReport {
    /// What a batch exits with.
    package var exitStatus: ExitStatus {
        if wasCancelled { return .interrupted }
        if unsuccessfulCount == 0 { return .success }
        return hasOnlyTemporaryFailures ? .temporaryFailure : .failure
    }
}
