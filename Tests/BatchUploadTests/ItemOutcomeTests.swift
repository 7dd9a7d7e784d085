import BatchUpload
import Testing
import UploadHTTP

@Suite struct ItemOutcomeTests {
    struct Broken: Error {}

    static let cases: [(any Error, OutcomeKind)] = [
        (Broken(), .failed),
        (CancellationError(), .cancelled),
        (TransportError(.cancelled, progress: .notSent), .cancelled),
        (TransportError(.cancelled, progress: .partlySent), .cancelled),
        (TransportError(.cancelled, progress: .sent), .unknown),
        (TransportError(.connectionLost, progress: .partlySent), .failed),
        (TransportError(.connectionLost, progress: .sent), .unknown),
        (
            TransportError(
                .responseTruncated,
                progress: .sent,
                responseHead: ResponseHead(status: 500)
            ), .failed
        ),
    ]

    @Test(arguments: cases.indices) func anErrorSaysHowTheItemEnded(_ index: Int) {
        let (error, kind) = Self.cases[index]
        #expect(ItemOutcome<Int>(thrown: error).kind == kind)
    }

    static let outcomes: [(UploadOutcome, OutcomeKind)] = [
        (.succeeded, .succeeded), (.failed, .failed), (.cancelled, .cancelled),
        (.unknown, .unknown), (.respondedEarly, .respondedEarly),
    ]

    @Test(arguments: outcomes) func theOutcomeOfAnUploadIsThatOfTheItem(
        _ outcome: UploadOutcome,
        _ kind: OutcomeKind
    ) {
        #expect(OutcomeKind(outcome) == kind)
        #expect(kind.rawValue == outcome.rawValue)
    }

    @Test func anUploadWhoseAnswerWasLostIsUnknown() async throws {
        let session = UploadSession.instant(
            ScriptedTransport { (_, _) throws(TransportError) in
                throw TransportError(.connectionLost, phase: .waiting, progress: .sent)
            }
        )
        let request = try Request.post()
        let results = await Batch(client: session).run([request]) { request, scope in
            try await scope.send(request)
        }
        #expect(results.counts.unknown == 1)
        #expect(results.results[0].outcome.error is UnsuccessfulUpload)
    }
}
