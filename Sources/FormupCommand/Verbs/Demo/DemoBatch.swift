import BatchUpload
import BodyStreaming
import CurlTransports
import Formup
import MultipartFormData
import Synchronization
import UploadHTTP
import UploadReceiver

/// Sends pictures to a receiver of its own.
struct DemoBatch {
    /// Where the receiver is.
    var url: String { receiver.url }

    private struct Upload: Sendable {
        let picture: DemoPicture
        let request: Request
    }

    private static let maximumConcurrency = 3

    /// How fast the receiver reads each picture.
    private static let bytesPerSecond = 400_000

    private let receiver: UploadReceiver
    private let received: ReceivedDigests
    private let client: UploadClient
    private let uploads: [Upload]

    /// Starts the receiver and lays out a form for each picture.
    init(_ pictures: [DemoPicture]) throws(CommandFailure) {
        let received = ReceivedDigests()
        var options = ReceiverOptions()
        let refusedIndex = min(1, pictures.count - 1)
        options.faults = { request in
            request.index == refusedIndex
                ? [.status(503, retryAfter: "1")] : [.throttle(bytesPerSecond: Self.bytesPerSecond)]
        }
        options.requestEnded = { received.insert($0) }
        options.gracePeriod = .zero
        var configuration = CurlConfiguration()
        // The receiver is on this machine, where no proxy leads.
        configuration.proxy = .none
        let client = UploadClient(configuration: configuration)
        do {
            let receiver = try UploadReceiver(options: options)
            uploads = try pictures.map { picture in
                var form = MultipartForm()
                form.append(
                    try MultipartPart(name: "photo", file: picture.path, contentType: picture.type)
                )
                var request = try client.request("POST", receiver.url, body: form.body())
                try request.fields.set("Content-Type", form.contentType)
                return Upload(picture: picture, request: request)
            }
            self.receiver = receiver
        } catch {
            throw .failure("\(error)")
        }
        self.received = received
        self.client = client
    }

    /// Sends the pictures, shows how far they are, and stops the receiver.
    consuming func run() async throws(CommandFailure) -> [DemoOutcome] {
        let byteCount = uploads.reduce(0) { $0 + ($1.request.body?.length ?? 0) }
        let events = BatchEvents(byteCount: byteCount)
        let batch = Batch(client: client.session, maximumConcurrency: Self.maximumConcurrency)
        async let running = batch.run(uploads, events: events) { upload, scope in
            let result = await scope.upload(upload.request)
            guard result.outcome == .succeeded else { throw UnsuccessfulUpload(result) }
            return result
        }
        await show(events, byteCount)
        let results = await running
        receiver.stop()
        return results.results.map(outcome)
    }

    private func show(_ events: BatchEvents, _ byteCount: Int64) async {
        let display = ProgressDisplay(total: byteCount, isEnabled: StandardStream.error.isTerminal)
        for await event in events.stream {
            switch event {
            case .total(let progress): display.update(sent: progress.sentByteCount)
            case .retrying(let index, let delay):
                let milliseconds = Int(delay / .milliseconds(1))
                display.printLine(
                    "\(uploads[index].picture.name) was turned away; another attempt follows in "
                        + "\(milliseconds / 1000).\(milliseconds / 100 % 10) s"
                )
            default: break
            }
        }
        display.finish(sent: events.progress.sentByteCount)
    }

    private func outcome(of result: ItemResult<Upload, UploadResult>) -> DemoOutcome {
        let upload = result.outcome.value ?? (result.outcome.error as? UnsuccessfulUpload)?.result
        let picture = result.item.picture
        return DemoOutcome(
            picture: picture,
            kind: result.outcome.kind,
            attemptCount: upload?.attempts ?? 0,
            isSame: received.digest(of: picture.name) == picture.sha256
        )
    }
}

/// The digests of the files that a receiver has accepted.
private final class ReceivedDigests: Sendable {
    private let digests = Mutex<[String: String]>([:])

    func insert(_ request: ReceivedRequest) {
        guard request.status == 200 else { return }
        digests.withLock { digests in
            for part in request.parts {
                if let filename = part.headers.filename { digests[filename] = part.sha256 }
            }
        }
    }

    func digest(of filename: String) -> String? {
        digests.withLock { $0[filename] }
    }
}
