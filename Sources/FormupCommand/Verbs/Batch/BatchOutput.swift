import BatchUpload
import BodyStreaming

/// What a batch leaves behind besides its results file: results as JSON on standard output, what
/// failed, and a summary.
///
/// What can't be made ends the batch before anything is sent; what can't be written, after it.
struct BatchOutput: ~Copyable {
    private var results: BufferedOutput?
    private var failures: FailuresFile?
    private let summary: OutputFile?

    /// What went wrong first.
    private var failure: CommandFailure?

    /// Creates the files.
    ///
    /// - Parameters:
    ///   - arguments: What the flags say.
    ///   - input: Where the uploads are described.
    ///   - printsResults: Whether results go to standard output.
    /// - Throws: A usage error that names a path.
    init(
        _ arguments: BatchArguments,
        input: BatchInput,
        printsResults: Bool
    ) throws(CommandFailure) {
        results = printsResults ? BufferedOutput(.output, endsWhenCancelled: true) : nil
        // A conditional expression can't hold what can't be copied.
        if let path = arguments.failuresPath {
            failures = try FailuresFile(path, input: input)
        } else {
            failures = nil
        }
        if let path = arguments.summaryPath {
            summary = try OutputFile(path)
        } else {
            summary = nil
        }
    }

    /// Takes a result.
    mutating func take(_ result: ResultLine) {
        guard failure == nil else { return }
        do throws(CommandFailure) {
            try results?.write { $0.append(contentsOf: result.bytes) }
        } catch {
            failure = error
        }
    }

    /// Takes an upload that can be sent again.
    mutating func take(repeatable line: ManifestLine) {
        failures?.take(line)
    }

    /// Puts everything in its place, as far as that goes.
    ///
    /// - Throws: What went wrong first.
    consuming func finish(_ report: BatchReport) throws(CommandFailure) {
        var failure = failure
        do throws(CommandFailure) {
            try results?.flush()
        } catch {
            failure = failure ?? error
        }
        if let failures {
            do throws(CommandFailure) {
                try failures.commit()
            } catch {
                failure = failure ?? error
            }
        }
        if let summary {
            do throws(CommandFailure) {
                try summary.write(Self.json(of: report))
                try summary.commit()
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    private static func json(of report: BatchReport) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { object in
            for kind in OutcomeKind.allCases { object.member(kind.rawValue, report.counts[kind]) }
            object.member("doneBefore", report.alreadySucceededCount)
            object.member("temporary", report.temporaryFailureCount)
        }
        writer.endLine()
        return writer.bytes
    }
}
