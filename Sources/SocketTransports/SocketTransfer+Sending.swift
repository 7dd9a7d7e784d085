internal import BodyStreaming
internal import TransferLoops
internal import UploadHTTP

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

extension SocketTransfer {
    #if os(Linux)
    static let systemMovesFiles = true
    #else
    static let systemMovesFiles = false
    #endif

    /// How long to wait for `100 Continue`.
    static let continueLimit = Duration.seconds(1)

    /// The fewest bytes of a file that are worth a call of their own inside the kernel.
    private static let kernelByteCount: Int64 = 1 << 14

    /// The last bytes of a file with which the body ends: the file is checked between reading and
    /// sending them. Where more follows it is checked before that.
    private static let tailByteCount: Int64 = 1 << 11

    /// How many bytes go out before the other transfers have their turn.
    private static let turnByteCount = 1 << 20

    /// The longest size of a chunk, with its line break, and what stands behind a chunk.
    private static let chunkFramingByteCount = 16

    /// Whether the next bytes of the body are those of a file that the system can move.
    private var movesFileNext: Bool {
        guard usesKernel, !isChunked, !isHeld else { return false }
        return (reader?.fileByteCount ?? 0) >= Self.kernelByteCount
    }

    /// Sends as much as the system takes, up to a turn's share.
    func send() {
        guard stage == .open, !isEarly, sendFailure == nil else { return }
        var budget = Self.turnByteCount
        while budget > 0 {
            let count: Int?
            do throws(BodyError) {
                count = try sendNext(atMost: budget)
            } catch {
                return loop.end(self, cause: .body(error))
            }
            guard stage == .open else { return }
            guard let count else { return }
            if count > 0 { clock.hasMoved = true }
            budget -= count
        }
        loop.watch(self, for: .readingOrWriting)
    }

    /// Sends some bytes, or fills the buffer.
    ///
    /// - Returns: How many were sent; `nil` if there is nothing more to do before something happens.
    private func sendNext(atMost limit: Int) throws(BodyError) -> Int? {
        if let buffer, !buffer.unsent.isEmpty { return sendBuffered(buffer) }
        if isSent || isHeld && headIsRead {
            if isSent { finishSending() }
            loop.watch(self, for: .reading)
            return nil
        }
        let tail = reader?.isFileFollowed ?? false ? 0 : Self.tailByteCount
        if movesFileNext, let run = try reader?.fileRun(leaving: tail) {
            return try move(run, atMost: limit)
        }
        return try fill() ? 0 : nil
    }

    private func sendBuffered(_ buffer: SendBuffer) -> Int? {
        guard let connection else { return nil }
        switch unsafe connection.send(buffer.bytes, isMoreComing: movesFileNext) {
        case .moved(let count):
            bodyByteCountSent += Int64(buffer.advance(by: count))
            return count
        case .blocked: loop.watch(self, for: .readingOrWriting)
        case .failed(let error): stopSending(error)
        }
        return nil
    }

    private func move(_ run: BodyReader.FileRun, atMost limit: Int) throws(BodyError) -> Int? {
        guard let connection else { return nil }
        let count = Int(min(run.byteCount, Int64(limit)))
        switch connection.send(run.descriptor, at: run.offset, count: count) {
        // What the kernel takes for the end, the buffer finds out about.
        case .moved(0): usesKernel = false
        case .moved(let count):
            bodyByteCountRead += Int64(count)
            bodyByteCountSent += Int64(count)
            try reader?.skipInFile(count)
            return count
        case .blocked:
            loop.watch(self, for: .readingOrWriting)
            return nil
        case .failed(let error):
            switch error.number {
            // A failure to read as often as one to send: the buffer tells which.
            case EINVAL, ENOSYS, EOPNOTSUPP, EBADF, EPERM, EOVERFLOW, EIO: usesKernel = false
            default:
                stopSending(error)
                return nil
            }
        }
        return 0
    }

    /// Where the peer takes no more, what it said before may still come; any other failure ends the
    /// transfer.
    private func stopSending(_ error: SystemCallError) {
        sendFailure = error
        guard [ECONNRESET, EPIPE, ENOTCONN].contains(error.number) else {
            return loop.end(self, cause: .connectionLost, error: error)
        }
        loop.watch(self, for: .reading)
    }

    private func finishSending() {
        closeBody()
        loop.takeBack(&buffer)
    }

    // MARK: The buffer

    /// Puts the next bytes of the request into the empty buffer.
    ///
    /// - Returns: Whether there are any; else the body has none yet, or can't be sent.
    private func fill() throws(BodyError) -> Bool {
        let buffer = buffer ?? loop.lendBuffer()
        self.buffer = buffer
        let reserved = isChunked && headIsRead ? Self.chunkFramingByteCount : 0
        let outcome = try buffer.fill(reserving: reserved) { output throws(BodyError) in
            let leading = appendHead(to: &output)
            guard headIsRead, hasContent, !isHeld, !(isChunked && leading > 0) else {
                return (BodyReadOutcome.appended(leading), leading)
            }
            return (try readBody(into: &output), leading)
        }
        return take(outcome, isChunked && reserved > 0 ? buffer : nil)
    }

    private func appendHead(to output: inout OutputSpan<UInt8>) -> Int {
        guard let head, !headIsRead else { return 0 }
        let count = output.append(contentsOf: head.bytes, from: headByteCountRead)
        headByteCountRead += count
        return count
    }

    private func readBody(
        into output: inout OutputSpan<UInt8>
    ) throws(BodyError) -> BodyReadOutcome {
        if reader == nil {
            bodyWasRead = true
            reader = try body?.reader()
        }
        let longRun = usesKernel && !isChunked ? Self.kernelByteCount : Int64.max
        let start = output.count
        let outcome =
            try reader?.read(into: &output, stoppingBeforeFilesOf: longRun) ?? .finished
        bodyByteCountRead += Int64(output.count - start)
        return outcome
    }

    /// Looks at what the body gave.
    ///
    /// - Parameters:
    ///   - outcome: What reading the body said.
    ///   - chunk: The buffer, if its bytes are a chunk.
    /// - Returns: Whether there is something to send.
    private func take(_ outcome: BodyReadOutcome, _ chunk: SendBuffer?) -> Bool {
        if let limit = request.options.maximumBodyByteCount, bodyByteCountRead > limit {
            loop.end(self, cause: .bodyTooLarge(limit: limit))
            return false
        }
        switch outcome {
        case .appended:
            if bodyByteCountRead == body?.length { bodyHasEnded = true }
            if let chunk {
                let size = String(chunk.unsent.count, radix: 16)
                chunk.enclose(Array("\(size)\r\n".utf8), Array("\r\n".utf8))
            }
        case .pending:
            isWaitingForBody = true
            reader?.whenReady { [self] in loop.resume(self) }
            loop.watch(self, for: .reading)
            return false
        case .finished:
            if let length = body?.length, length != bodyByteCountRead {
                let error = BodyError.offsetOutOfRange(offset: bodyByteCountRead, length: length)
                loop.end(self, cause: .body(error))
                return false
            }
            bodyHasEnded = true
            framingHasEnded = true
            chunk?.enclose(Array("0\r\n\r\n".utf8), [])
        }
        return true
    }

    /// Tells the observer how far the body has come.
    func reportProgress() {
        guard let observer, let body else { return }
        observer(
            .progress(
                TransferProgress(
                    sent: bodyByteCountSent,
                    unacknowledged: unacknowledgedByteCount,
                    total: body.length
                )
            )
        )
    }

    /// The bytes that the connection's system holds for the peer.
    var unacknowledgedByteCount: Int64 {
        connection.map { PeerState.unacknowledgedByteCount($0.socket) } ?? 0
    }
}
