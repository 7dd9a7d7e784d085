/// A place in a body, which knows what a ``CompressionPlan`` does with the bytes from there on.
struct CompressionPlanCursor {
    /// Bytes below this number that are treated in another way than those before them aren't worth
    /// an end of the compressed block.
    static let shortByteCount: Int64 = 4096

    private var runs: any IteratorProtocol<CompressionPlan.Run>
    private let elsewhere: CompressionPlan.Treatment

    /// The bytes from here on that are known to be treated alike.
    private var current: CompressionPlan.Run

    /// The bytes behind them that the plan treats in another way, as far as it was looked at; they
    /// may turn out to be too few.
    private var following: CompressionPlan.Run?

    /// Creates a cursor at the first byte.
    init(_ plan: CompressionPlan) {
        elsewhere = plan.elsewhere
        runs = plan.runs.makeIterator()
        current = CompressionPlan.Run(elsewhere, byteCount: 0)
        current = nextRun()
    }

    /// Passes the bytes up to where the treatment changes, but no more than `limit`.
    ///
    /// - Returns: Their number, and what is done with them.
    mutating func advance(upTo limit: Int64) -> CompressionPlan.Run {
        while current.byteCount < limit {
            if let next = following, next.byteCount >= Self.shortByteCount {
                guard current.byteCount == 0 else { break }
                current = next
                following = nil
            } else {
                lookAhead()
            }
        }
        let byteCount = min(current.byteCount, limit)
        current.byteCount -= byteCount
        return CompressionPlan.Run(current.treatment, byteCount: byteCount)
    }

    /// Takes in another run of the plan.
    private mutating func lookAhead() {
        let run = nextRun()
        if following?.treatment == run.treatment {
            following?.extend(by: run.byteCount)
            return
        }
        if let short = following { current.extend(by: short.byteCount) }
        following = nil
        if run.treatment == current.treatment {
            current.extend(by: run.byteCount)
        } else {
            following = run
        }
    }

    private mutating func nextRun() -> CompressionPlan.Run {
        while let run = runs.next() {
            if run.byteCount > 0 { return run }
        }
        return CompressionPlan.Run(elsewhere, byteCount: .max)
    }
}

extension CompressionPlan.Run {
    /// Adds bytes; no body has more than `Int64.max`.
    fileprivate mutating func extend(by other: Int64) {
        let (sum, isTooLarge) = byteCount.addingReportingOverflow(other)
        byteCount = isTooLarge ? .max : sum
    }
}
