extension UploadRun {
    func succeeded(_ response: Response) -> UploadResult {
        session.retryBudget?.deposit()
        let isWhole = response.progress == .sent && !wasCutShort
        return result(isWhole ? .succeeded : .respondedEarly, nil, response)
    }

    func ended(_ attempt: Attempt, _ reason: RetryPolicy.Reason) -> UploadResult {
        let outcome = outcome(of: attempt)
        let response = try? attempt.get()
        if reason == .notReplayable, outcome != .unknown {
            let error: TransportError? =
                if case .failure(let error) = attempt { error } else { nil }
            let cause = UploadError.Cause.bodyNotReplayable(status: response?.status, error: error)
            return result(outcome, UploadError(cause, isRetryable: false), response)
        }
        // What broke off half-way can't have been carried out: it may be tried again later.
        let isRetryable = outcome != .unknown && (reason == .exhausted || reason == .unsafe)
        return result(outcome, cause(of: attempt, isRetryable: isRetryable), response)
    }

    func outcome(of attempt: Attempt) -> UploadOutcome {
        switch attempt {
        case .success(let response):
            // These answers tell nothing of an earlier request whose answer was lost.
            let isTemporary = [408, 425, 429].contains(response.status) || response.status >= 500
            return mayHaveBeenCarriedOut && isTemporary ? .unknown : .failed
        case .failure(let error):
            if let status = error.responseHead?.status, status >= 300 { return .failed }
            let isLost = error.progress == .sent && !request.isSafe
            if isLost || mayHaveBeenCarriedOut { return .unknown }
            if case .cancelled = error.kind { return .cancelled }
            return .failed
        }
    }

    func cause(of attempt: Attempt, isRetryable: Bool) -> UploadError {
        switch attempt {
        case .success(let response):
            return UploadError(
                .status(response.status, reason: response.head.reason),
                isRetryable: isRetryable
            )
        case .failure(var error):
            // The transport was given what was left of the time.
            if case .timedOut(.total, _) = error.kind, let total {
                error.kind = .timedOut(.total, limit: total)
            }
            return UploadError(.transport(error), isRetryable: isRetryable)
        }
    }

    /// The end between two requests.
    func end(_ error: UploadError) -> UploadResult {
        if mayHaveBeenCarriedOut { return result(.unknown, error) }
        if case .cancelled = error.cause { return result(.cancelled, error) }
        return result(.failed, error)
    }

    func result(
        _ outcome: UploadOutcome,
        _ error: UploadError?,
        _ response: Response? = nil
    ) -> UploadResult {
        UploadResult(
            outcome: outcome,
            attempts: attemptCount,
            bytesSent: bytesSent,
            duration: session.clock.uptime() - begin,
            url: request.url,
            response: response,
            error: error
        )
    }
}
