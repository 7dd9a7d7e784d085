import BatchUpload
import Testing
import UploadHTTP

@Suite(.timeLimit(.minutes(1))) struct BatchEventsTests {
    private func post(_ count: Int, _ events: BatchEvents, status: Int = 201) async throws {
        let request = try Request.post("/", "four")
        let session = UploadSession.instant(ScriptedTransport(status: status))
        _ = await Batch(client: session, maximumConcurrency: 3)
            .run(0..<count, events: events) { _, scope in try await scope.send(request) }
    }

    @Test func theStreamEndsWithTheBatchAndTellsOfEveryItem() async throws {
        let events = BatchEvents(byteCount: 40)
        async let posting: Void = post(10, events)
        var started = Set<Int>()
        var ended: [Int] = []
        var last = BatchProgress()
        for await event in events.stream {
            switch event {
            case .started(let index): #expect(started.insert(index).inserted)
            case .ended(let index, let kind):
                #expect(kind == .succeeded && started.contains(index))
                ended.append(index)
            case .progress(let index, let progress):
                #expect(!ended.contains(index) && progress.totalByteCount == 4)
            case .total(let progress): last = progress
            default: break
            }
        }
        try await posting
        #expect(ended.sorted() == Array(0..<10))
        #expect(last.counts.succeeded == 10 && last.sentByteCount == 40 && last.fraction == 1)
        #expect(events.progress == last)
    }

    @Test func retriesAreToldAndTheirBytesSubtracted() async throws {
        let events = BatchEvents()
        let session = UploadSession.instant(
            ScriptedTransport { (_, number) throws(TransportError) in
                .with(number == 0 ? 503 : 201)
            }
        )
        let request = try Request.post("/", "four")
        async let running = Batch(client: session).run([request], events: events) {
            try await $1.send($0)
        }
        var retries = 0
        for await event in events.stream {
            if case .retrying = event { retries += 1 }
        }
        #expect(retries == 1)
        #expect(await running.counts.succeeded == 1)
        #expect(events.progress.sentByteCount == 4)
    }

    @Test func aBatchNeverWaitsForAReaderThatIsSlowOrGone() async throws {
        let unread = BatchEvents()
        try await post(100, unread)
        #expect(unread.progress.counts.succeeded == 100)

        let left = BatchEvents()
        async let posting: Void = post(100, left)
        for await _ in left.stream { break }
        try await posting
        #expect(left.progress.counts.succeeded == 100)
    }

    @Test func anEmptyBatchEndsItsStream() async {
        let events = BatchEvents()
        async let results = Batch(client: ()).run([Int](), events: events) { item, _ in item }
        for await event in events.stream { #expect(Bool(false), "\(event)") }
        #expect(await results.counts.total == 0)
    }

    @Test func aCancelledReaderStops() async {
        let events = BatchEvents()
        let reader = Task { for await _ in events.stream {} }
        reader.cancel()
        await reader.value
    }
}
