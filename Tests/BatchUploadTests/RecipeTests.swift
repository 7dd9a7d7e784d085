import BatchUpload
import BodyStreaming
import Foundation
import MultipartFormData
import Synchronization
import Testing
import UploadHTTP

/// What people write by hand with counters, groups and semaphores, as short programs.
@Suite(.timeLimit(.minutes(1))) struct RecipeTests {
    struct Photo: Sendable, Equatable {
        let name: String
    }

    struct NotUploaded: Error {}

    /// An endpoint that takes one image at a time, refuses those called `bad…`, and answers with the
    /// path under which it keeps the image.
    private func endpoint() -> ScriptedTransport {
        ScriptedTransport { (request, _) throws(TransportError) in
            await Task.yield()
            let name = request.fields["X-Name"] ?? ""
            return name.hasPrefix("bad") ? .with(415) : .with(201, [], "/images/\(name)")
        }
    }

    private static func request(_ photo: Photo) throws -> Request {
        var form = MultipartForm()
        form.append(MultipartPart(name: "image", bytes: [0xFF, 0xD8], filename: photo.name))
        var fields = HeaderFields()
        try fields.append("Content-Type", form.contentType)
        try fields.append("X-Name", photo.name)
        return try Request(
            url: RequestURL("http://127.0.0.1/image"),
            fields: fields,
            body: form.body()
        )
    }

    // MARK: (a) A manager for an endpoint that takes one image

    /// Uploads any number of images and calls back once; can be used again, also while it works.
    struct ImageUploadManager: Sendable {
        struct Summary: Sendable {
            let uploaded: [(photo: Photo, path: String)]
            let failed: [Photo]
        }

        let batch: Batch<UploadSession>

        func upload(_ photos: [Photo], completion: @Sendable (Summary) -> Void) async {
            let results = await batch.run(photos) { photo, scope in
                let response = try await scope.send(RecipeTests.request(photo))
                guard case .bytes(let bytes) = response.body else { throw NotUploaded() }
                return String(decoding: bytes, as: UTF8.self)
            }
            completion(
                Summary(
                    uploaded: results.successes.map { ($0.item, $0.value) },
                    failed: results.failures.map(\.item)
                )
            )
        }
    }

    @Test func aManagerCallsBackOnceWithWhatWasUploadedAndWhatWasNot() async {
        let session = UploadSession.instant(endpoint())
        let manager = ImageUploadManager(batch: Batch(client: session, maximumConcurrency: 4))
        let calls = Log<ImageUploadManager.Summary>()
        let photos = (0..<12).map { Photo(name: $0 % 4 == 3 ? "bad\($0)" : "good\($0)") }
        // Two batches at once, and a third behind them.
        async let one: Void = manager.upload(photos) { calls.append($0) }
        async let other: Void = manager.upload([Photo(name: "bad")]) { calls.append($0) }
        _ = await (one, other)
        await manager.upload([]) { calls.append($0) }
        let summaries = calls.elements.sorted { $0.uploaded.count > $1.uploaded.count }
        #expect(summaries.count == 3)
        #expect(
            summaries[0].uploaded.map(\.path).prefix(3) == [
                "/images/good0", "/images/good1", "/images/good2",
            ]
        )
        #expect(
            summaries[0].failed == [Photo(name: "bad3"), Photo(name: "bad7"), Photo(name: "bad11")]
        )
        #expect(summaries[1].failed.count + summaries[2].failed.count == 1)
    }

    // MARK: (b) One after the other, with callbacks on the main actor and a handle

    @MainActor final class PhotoList {
        var log: [String] = []
        var fractions: [Double] = []
        var progress: [String: [ItemProgress]] = [:]
        var finishCount = 0

        /// Starts the uploads; cancelling the task cancels them.
        func upload(_ photos: [Photo], with session: UploadSession, atOnce: Int) -> Task<
            Void, Never
        > {
            Task {
                let events = BatchEvents()
                let batch = Batch(client: session, maximumConcurrency: atOnce)
                async let running = batch.run(photos, events: events) { photo, scope in
                    try await scope.send(RecipeTests.request(photo))
                }
                for await event in events.stream {
                    switch event {
                    case .progress(let index, let progress):
                        self.progress[photos[index].name, default: []].append(progress)
                    case .ended(let index, .succeeded): log.append("+\(photos[index].name)")
                    case .ended(let index, let kind): log.append("\(kind) \(photos[index].name)")
                    case .total(let progress): fractions.append(progress.fraction ?? 0)
                    default: break
                    }
                }
                _ = await running
                finishCount += 1
            }
        }
    }

    @Test(arguments: [1, 3]) @MainActor func imagesGoSoManyAtATimeWithCallbacksOnTheMainActor(
        _ atOnce: Int
    ) async {
        let list = PhotoList()
        let transport = endpoint()
        let photos = ["a", "bad", "c", "d", "e"].map { Photo(name: $0) }
        await list.upload(photos, with: .instant(transport), atOnce: atOnce).value
        let expected = ["+a", "failed bad", "+c", "+d", "+e"]
        #expect(atOnce == 1 ? list.log == expected : Set(list.log) == Set(expected))
        #expect(list.log.count == expected.count)
        #expect(list.fractions == list.fractions.sorted() && list.fractions.last == 1)
        for photo in photos {
            let progress = list.progress[photo.name] ?? []
            let sent = progress.map(\.sentByteCount)
            #expect(!sent.isEmpty && sent == sent.sorted())
            #expect(progress.last.map { $0.sentByteCount == $0.totalByteCount } == true)
        }
        #expect(list.finishCount == 1 && transport.peak <= atOnce)
    }

    @Test @MainActor func theHandleCancelsAndTheFinalCallbackComesNevertheless() async {
        let gate = Gate()
        let session = UploadSession.instant(
            ScriptedTransport { (_, _) throws(TransportError) in
                do { try await gate.pass() } catch { throw TransportError(.cancelled) }
                return .with(201)
            }
        )
        let list = PhotoList()
        let handle = list.upload((0..<5).map { Photo(name: "\($0)") }, with: session, atOnce: 2)
        await gate.arrivals(2)
        handle.cancel()
        await handle.value
        #expect(list.finishCount == 1)
        #expect(!list.log.contains { $0.hasPrefix("+") })
    }

    // MARK: (c) Different requests in parallel, then one notification

    struct Profile: Decodable, Sendable, Equatable {
        let user: String
    }

    struct Badges: Decodable, Sendable, Equatable {
        let count: Int
    }

    enum Answer: Sendable, Equatable {
        case profile(Profile)
        case badges(Badges)
    }

    @Test @MainActor func differentRequestsEndInOneNotification() async throws {
        let transport = ScriptedTransport { (request, _) throws(TransportError) in
            guard request.fields["Authorization"] == "Bearer token" else { return .with(401) }
            return request.url.path == "/profile"
                ? .with(200, [], #"{"user":"ada"}"#) : .with(200, [], #"{"count":3}"#)
        }
        var session = UploadSession.instant(transport)
        session.authorization = try .bearer("token")
        var notifications: [[Answer]] = []
        let results = await Batch(client: session).run(["/profile", "/badges"]) { path, scope in
            let url = try RequestURL("http://127.0.0.1\(path)")
            let response = try await scope.send(Request(method: "GET", url: url))
            guard case .bytes(let bytes) = response.body else { throw NotUploaded() }
            let decoder = JSONDecoder()
            return path == "/profile"
                ? Answer.profile(try decoder.decode(Profile.self, from: Data(bytes)))
                : Answer.badges(try decoder.decode(Badges.self, from: Data(bytes)))
        }
        notifications.append(results.successes.map(\.value))
        #expect(notifications == [[.profile(Profile(user: "ada")), .badges(Badges(count: 3))]])
    }

    // MARK: (d) A request that depends on another one

    @Test(arguments: [200, 500]) func aNestedRequestIsInsideOfTheBarrier(_ status: Int) async throws
    {
        let gate = Gate()
        let transport = ScriptedTransport { (request, _) throws(TransportError) in
            guard request.method == "GET" else { return .with(204) }
            do { try await gate.pass() } catch { throw TransportError(.cancelled) }
            return .with(status, [], "list")
        }
        let isNotified = Mutex(false)
        let batch = Batch(client: UploadSession.instant(transport))
        let task = Task {
            let results = await batch.run(["address"]) { _, scope in
                // Set the default, and only then load the list again.
                let url = try RequestURL("http://127.0.0.1/default")
                _ = try await scope.send(Request(url: url, body: Body("1")))
                return try await scope.send(Request(method: "GET", url: url))
            }
            isNotified.withLock { $0 = true }
            return results.counts
        }
        await gate.arrivals(1)
        #expect(isNotified.withLock { $0 } == false)
        gate.open()
        let counts = await task.value
        #expect(transport.requests.map(\.method).prefix(2) == ["POST", "GET"])
        #expect(counts.succeeded == (status == 200 ? 1 : 0) && counts.total == 1)
    }
}
