public import UploadHTTP

extension RecordedBatch {
    /// Says what ``run(_:events:plan:report:)`` would send, and sends nothing.
    ///
    /// - Parameters:
    ///   - lines: What to send.
    ///   - plan: Says how a line is sent; called once a line, in order.
    ///   - body: Gets each upload that would be sent.
    /// - Throws: What `plan` or `body` throws, or ``BatchError``.
    public func preview(
        _ lines: consuming UploadLines,
        plan: @escaping (ManifestLine) throws -> ItemPlan,
        _ body: (PreviewedItem) throws -> Void
    ) async throws {
        var source = RecordedSource(self, lines: lines, order: nil, events: nil, plan: plan)
        while true {
            switch try source.nextInAnyOrder() {
            case .item(let item, let index):
                guard case .send = item.task else { continue }
                let request: Result<Request, any Error>
                do {
                    request = .success(try await item.plan.prepare(item.key))
                } catch {
                    request = .failure(error)
                }
                try body(
                    PreviewedItem(
                        index: index,
                        identifier: item.identifier,
                        key: item.key,
                        url: item.plan.url,
                        paths: item.plan.paths,
                        request: request
                    )
                )
            case .pending(let wait): await wait()
            case .blocked, .finished: return
            }
        }
    }
}

/// An upload that a batch would send.
public struct PreviewedItem: Sendable {
    /// The 0-based position of the item in the input.
    public let index: Int
    /// The name of the item.
    public let identifier: String
    /// What the item is recognised by.
    public let key: ItemKey
    /// The URL without user information.
    public let url: String
    /// The paths of the files, as they were given.
    public let paths: [String]
    /// The request, or why it can't be made.
    public let request: Result<Request, any Error>
}
