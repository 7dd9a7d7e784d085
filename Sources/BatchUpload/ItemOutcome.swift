public import UploadHTTP

/// How an item of a batch ended.
public enum ItemOutcome<Value: Sendable>: Sendable {
    /// The item's closure returned this value.
    case succeeded(Value)
    /// The item was not carried out.
    case failed(any Error)
    /// The item was cancelled; `nil` if it was cancelled before it began.
    case cancelled((any Error)?)
    /// The item was never begun.
    case skipped(SkipReason)
    /// The item may have been carried out: the answer was lost.
    case unknown(any Error)
    /// The server answered 200 to 299 before it had got all.
    case respondedEarly(any Error)

    /// What an error that left the item's closure says.
    public init(thrown error: any Error) {
        switch error {
        case let error as any OutcomeError: self.init(error, kind: error.outcomeKind)
        case is CancellationError: self = .cancelled(error)
        default: self = .failed(error)
        }
    }

    private init(_ error: any Error, kind: OutcomeKind) {
        self =
            switch kind {
            case .cancelled: .cancelled(error)
            case .unknown: .unknown(error)
            case .respondedEarly: .respondedEarly(error)
            case .succeeded, .failed, .skipped: .failed(error)
            }
    }

    /// The outcome without the details.
    public var kind: OutcomeKind {
        switch self {
        case .succeeded: .succeeded
        case .failed: .failed
        case .cancelled: .cancelled
        case .skipped: .skipped
        case .unknown: .unknown
        case .respondedEarly: .respondedEarly
        }
    }

    /// The value of an item that succeeded.
    public var value: Value? {
        if case .succeeded(let value) = self { value } else { nil }
    }

    /// The error of an item that has one.
    public var error: (any Error)? {
        switch self {
        case .failed(let error), .unknown(let error), .respondedEarly(let error): error
        case .cancelled(let error): error
        case .succeeded, .skipped: nil
        }
    }
}

/// Why an item was never begun.
public enum SkipReason: Sendable, Hashable {
    /// The batch was stopped by the failure of another item.
    case batchStopped
    /// It was to start after the item with this name, which did not succeed.
    case dependency(String)
}

extension TransportError: OutcomeError {
    /// A request that was sent in full may have been carried out, also if it was cancelled then.
    public var outcomeKind: OutcomeKind {
        if let status = responseHead?.status, status >= 300 { return .failed }
        if progress == .sent { return .unknown }
        return if case .cancelled = kind { .cancelled } else { .failed }
    }
}
