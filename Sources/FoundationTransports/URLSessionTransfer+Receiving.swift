internal import Foundation
internal import Synchronization
internal import UploadHTTP

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension URLSessionTransfer {
    /// Takes the head of a response, also that of an informational one.
    func receive(_ head: ResponseHead) {
        if head.isInformational {
            if state.withLock({ $0.move() }) { reportConnection() }
            relay?.send { .informational(head) }
            return
        }
        let limit = request.options.maximumResponseByteCount
        let (isFirst, isComplete, isTooLarge) = state.withLock { state in
            let isFirst = state.move()
            state.take(head, for: request)
            let isTooLarge = state.announcedByteCount.map { $0 > limit } ?? false
            return (isFirst, state.isEarly && state.hasAllContent, isTooLarge)
        }
        if isFirst { reportConnection() }
        relay?.send { .responseHead(head) }
        if isComplete { finish() }
        // The session doesn't wait for who takes the content: it is stopped as soon as possible.
        if isTooLarge { end(with: .responseTooLarge(limit: limit)) }
    }

    /// Takes bytes of a response's content.
    func receive(_ data: Data) {
        let result = state.withLock { state -> Result<Bool, TransportError> in
            guard !state.hasEnded else { return .success(false) }
            state.clock.hasMoved = true
            do throws(TransportError) {
                try state.sink.append(data.span)
            } catch {
                return .failure(error)
            }
            return .success(state.isEarly && state.hasAllContent)
        }
        switch result {
        case .success(true): finish()
        case .success(false): break
        case .failure(let error): end(with: error.kind)
        }
    }

    /// Ends the transfer with the response.
    ///
    /// - Parameter late: The response that the session keeps, for one whose head it didn't tell.
    func finish(_ late: HTTPURLResponse? = nil) {
        let isLate = late != nil && state.withLock { $0.head == nil }
        if isLate, let late { receive(ResponseHead(late)) }
        end { state in
            // The session drops the content of a redirect that it takes for none.
            if isLate, state.announcedByteCount != 0 {
                return .failure(error(.responseTruncated, state))
            }
            guard let head = state.head else { return .failure(error(.connectionLost, state)) }
            guard state.isEarly || state.hasAllContent || state.announcedByteCount == nil else {
                return .failure(error(.responseTruncated, state))
            }
            return response(head, &state)
        }
    }

    /// Ends the transfer with an error of the session, unless there is an early answer.
    func fail(with error: any Error) {
        end { state in
            if state.isEarly, let head = state.head {
                // What came of it before the connection broke is worth more than an error.
                return response(head, &state)
            }
            let kind = TransportError.Kind(
                (error as? URLError)?.code ?? .unknown,
                isConnected: state.isConnected,
                isInHandshake: request.url.origin.scheme == .https && state.vendor != nil
                    && !state.isConnected,
                head: state.head,
                timers: request.options.timers
            )
            return .failure(self.error(kind, state, LibraryFailure(error)))
        }
    }
}
