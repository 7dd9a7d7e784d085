internal import BodyStreaming
internal import UploadHTTP

/// Sends the items of a recorded batch, and records how they begin and end.
struct Recorder: Sendable {
    /// An item that ended in another way than with a success, with its line.
    private struct Unsuccessful: OutcomeError {
        let line: ResultLine

        var outcomeKind: OutcomeKind { line.outcome }
    }

    /// How long what was not begun is recorded after a cancellation; whoever cancels doesn't want
    /// to wait for a million lines, and an item without a line was not begun either.
    private static let restTime = Duration.seconds(1)

    let order: ResultOrder?

    private let journal: Journal?
    private let observer: RecordedBatch.Observer?
    private let maximumRecordedByteCount: Int

    init(_ batch: RecordedBatch) {
        journal = batch.journal
        order =
            batch.keepsOrder
            ? ResultOrder(maximumHeldCount: batch.maximumHeldResultCount) : nil
        observer = batch.observer
        maximumRecordedByteCount = batch.maximumRecordedByteCount
    }

    /// Carries out an item.
    ///
    /// - Returns: The line of an item that succeeded.
    /// - Throws: ``BatchError`` if the item can't be recorded, else how it ended.
    func carryOut(
        _ item: RecordedItem,
        _ scope: ItemScope<UploadSession>
    ) async throws -> ResultLine {
        let line: ResultLine
        switch item.task {
        case .record(let outcome, let failure): line = item.line(outcome, failure)
        case .repeatReport(let outcome): throw Unsuccessful(line: item.line(outcome))
        case .send: line = try await send(item, scope)
        }
        // Results that keep their order are recorded when it is their turn.
        if order == nil { try await journal?.append(line) }
        guard line.outcome == .succeeded else { throw Unsuccessful(line: line) }
        return line
    }

    /// Hands over the lines that can be told when an item has ended: its own, or with an order all
    /// whose turn it is; what is not recorded by then is recorded before.
    func take(
        _ result: ItemResult<RecordedItem, ResultLine>,
        _ body: (ResultLine) -> Void
    ) async throws {
        let line = try await line(of: result)
        guard let order else { return body(line) }
        let ready = order.complete(line, isRecorded: result.item.isRecorded)
        let lines = ready.filter(\.isRecorded).flatMap(\.line.bytes)
        if !lines.isEmpty { try await journal?.append(lines) }
        for (line, _) in ready { body(line) }
    }

    /// The line of an item that has ended; that of an item which was cancelled before it began is
    /// recorded now.
    private func line(of result: ItemResult<RecordedItem, ResultLine>) async throws -> ResultLine {
        switch result.outcome {
        case .succeeded(let line): return line
        case .failed(let error as Unsuccessful), .unknown(let error as Unsuccessful),
            .respondedEarly(let error as Unsuccessful), .cancelled(let error as Unsuccessful):
            return error.line
        case .failed(let error), .unknown(let error), .respondedEarly(let error): throw error
        case .cancelled, .skipped:
            let line = result.item.leftOverLine(.cancelled)
            if result.item.isRecorded, order == nil { try await journal?.append(line) }
            return line
        }
    }

    /// Records what a stopped batch has not begun, many lines at a time.
    ///
    /// - Parameters:
    ///   - source: Where the items come from.
    ///   - outcome: How they ended.
    ///   - body: Gets each item, its outcome, and the results whose turn it is.
    /// - Returns: Whether all was recorded, and the time was not up.
    /// - Throws: ``BatchError``, or what makes an item of a line.
    func recordRest(
        of source: inout RecordedSource,
        as outcome: OutcomeKind,
        _ body: (RecordedItem, OutcomeKind, [ResultOrder.Element]) -> Void
    ) async throws -> Bool {
        var lines: [UInt8] = []
        var end: ContinuousClock.Instant?
        var isComplete = true
        // What a pipe has not brought by then is not waited for.
        while case .item(let item, _) = try source.nextInAnyOrder() {
            let line = item.leftOverLine(outcome)
            let ready =
                order?.complete(line, isRecorded: item.isRecorded)
                ?? [(line, item.isRecorded)]
            body(item, line.outcome, ready)
            for (line, isRecorded) in ready where isRecorded { lines += line.bytes }
            if lines.count >= 65_536 {
                try await journal?.append(lines)
                lines = []
            }
            guard Task.isCancelled else { continue }
            let now = ContinuousClock.now
            end = end ?? now + Self.restTime
            isComplete = end.map { now < $0 } ?? true
            if !isComplete { break }
        }
        if !lines.isEmpty { try await journal?.append(lines) }
        return isComplete
    }

    private func send(
        _ item: RecordedItem,
        _ scope: ItemScope<UploadSession>
    ) async throws -> ResultLine {
        let request: Request
        do {
            request = try await item.plan.prepare(item.key)
        } catch {
            let failure = ResultLine.Failure(
                kind: "request",
                message: DisplayText.escaped(String(describing: error)),
                isRetryable: false
            )
            return item.line(.failed, failure)
        }
        try await journal?.append(
            StartedLine(index: item.index, identifier: item.identifier, key: item.key)
        )
        let observer = scope.forwarding(to: observer(of: item))
        let result = await scope.client.send(request, observer: observer)
        return line(of: item, result)
    }

    /// The line of an item that was sent.
    private func line(of item: RecordedItem, _ result: UploadResult) -> ResultLine {
        var line = item.line(OutcomeKind(result.outcome))
        line.status = result.status
        line.attempts = result.attempts
        line.bytesSent = result.bytesSent
        line.duration = result.duration
        line.response = result.response.map(answer)
        line.error = result.error.map { error in
            ResultLine.Failure(
                kind: error.kind,
                message: String(describing: error),
                isRetryable: error.isRetryable
            )
        }
        return line
    }

    private func observer(of item: RecordedItem) -> (@Sendable (UploadEvent) -> Void)? {
        guard let observer else { return nil }
        let line = item.description
        return { observer(line, $0) }
    }

    private func answer(_ response: Response) -> ResultLine.Answer {
        let body: String =
            switch response.body {
            case .bytes(let bytes):
                String(decoding: bytes.prefix(maximumRecordedByteCount), as: UTF8.self)
            case .file: ""
            }
        return ResultLine.Answer(fields: response.head.fields, body: body)
    }
}
