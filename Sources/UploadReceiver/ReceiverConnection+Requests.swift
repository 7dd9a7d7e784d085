import BodyStreaming

extension ReceiverConnection {
    /// Serves the next request.
    ///
    /// - Returns: Whether the connection can carry another one.
    mutating func serveRequest() -> Bool {
        let head: RequestHead
        do throws(Interruption) {
            guard let next = try readHead() else { return false }
            head = next
        } catch {
            if case .fault(let fault) = error { refuseHead(fault) }
            return false
        }
        let start = ContinuousClock.now
        var request = ReceivedRequest(
            index: core.takeIndex(),
            method: head.method,
            target: head.target,
            fields: head.fields
        )
        let plan = FaultPlan(core.options.faults(request))
        var keepsAlive = head.keepsAlive && core.stopDeadline == nil
        do throws(Interruption) {
            if plan.earlyStatus != nil {
                keepsAlive = keepsAlive && head.framing == .length(0)
            } else {
                try receiveBody(head, plan, into: &request)
            }
            if plan.delay > .zero { pause(until: .now + plan.delay) }
            guard plan.isAnswered else { throw .lost("closed without an answer, on purpose") }
            request.status = plan.earlyStatus?.status ?? plan.finalStatus
        } catch {
            keepsAlive = false
            switch error {
            case .fault(let fault):
                request.status = fault.status
                request.error = fault.message
            case .lost(let reason): request.error = reason
            }
        }
        request.duration = start.duration(to: .now)
        if let status = request.status {
            do throws(Interruption) {
                try send(
                    answer(request, status, plan).bytes(
                        isHead: head.method == "HEAD",
                        keepsAlive: keepsAlive
                    )
                )
            } catch {
                keepsAlive = false
                if case .lost(let reason) = error { request.error = request.error ?? reason }
            }
        }
        request.duration = start.duration(to: .now)
        core.options.requestEnded(request)
        return keepsAlive
    }

    private func answer(_ request: ReceivedRequest, _ status: Int, _ plan: FaultPlan) -> Answer {
        let asksForPage = request.method == "GET" || request.method == "HEAD"
        if asksForPage, status == 200, request.bodyByteCount == 0 { return .page(request) }
        var answer = Answer(request, status: status)
        if request.error == nil { answer.fields = plan.answerFields }
        return answer
    }

    private mutating func refuseHead(_ fault: RequestFault) {
        var request = ReceivedRequest(
            index: core.takeIndex(),
            method: "",
            target: "",
            fields: []
        )
        request.status = fault.status
        request.error = fault.message
        let answer = Answer(request, status: fault.status)
        // Whether the client still reads the answer changes nothing for the receiver.
        _ = try? send(answer.bytes(isHead: false, keepsAlive: false))
        core.options.requestEnded(request)
    }

    private mutating func receiveBody(
        _ head: RequestHead,
        _ plan: FaultPlan,
        into request: inout ReceivedRequest
    ) throws(Interruption) {
        var sink = try Self.refusing { () throws(RequestFault) in
            try Self.checkHead(head, maximumByteCount: core.options.maximumBodyByteCount)
            return try BodySink(head: head, options: core.options)
        }
        do throws(Interruption) {
            try readBody(head, plan, into: &sink)
        } catch {
            sink.report(to: &request, isWhole: false)
            throw error
        }
        sink.report(to: &request, isWhole: true)
    }

    private mutating func readBody(
        _ head: RequestHead,
        _ plan: FaultPlan,
        into sink: inout BodySink
    ) throws(Interruption) {
        if head.expectsContinue, position == buffer.count {
            try send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        }
        var pace = BodyPace(plan)
        switch head.framing {
        case .length(var left):
            while left > 0 {
                if position == buffer.count { try receiveBodyBytes(pace) }
                let count = Int(min(left, Int64(buffer.count - position)))
                left -= Int64(count)
                position += count
                try take(position - count..<position, &pace, &sink)
            }
        case .chunked:
            var chunks = ChunkedDecoder()
            while !chunks.isFinished {
                var end = position
                let data = try Self.refusing { () throws(RequestFault) in
                    do throws(ChunkedCodingError) {
                        return try chunks.next(in: buffer.span, from: &end)
                    } catch {
                        throw RequestFault(400, error.words)
                    }
                }
                position = end
                if let data {
                    try take(data, &pace, &sink)
                } else if !chunks.isFinished {
                    try receiveBodyBytes(pace)
                }
            }
        }
        if pace.resetByteCount != nil {
            reset()
            throw .lost("reset on purpose")
        }
        try Self.refusing { () throws(RequestFault) in try sink.finish() }
    }

    private mutating func take(
        _ range: Range<Int>,
        _ pace: inout BodyPace,
        _ sink: inout BodySink
    ) throws(Interruption) {
        if let deadline = pace.count(range.count) { pause(until: deadline) }
        if pace.isResetDue {
            reset()
            throw .lost("reset on purpose")
        }
        try Self.refusing { () throws(RequestFault) in
            try sink.take(buffer.span.extracting(range))
        }
    }

    private mutating func receiveBodyBytes(_ pace: BodyPace) throws(Interruption) {
        guard try receive(limit: pace.receiveByteCount) else {
            throw .lost("the connection ended inside a request's body")
        }
    }

    /// Refuses what could be refused before the body is asked for.
    private static func checkHead(
        _ head: RequestHead,
        maximumByteCount: Int64?
    ) throws(RequestFault) {
        let expectations = head.elements("expect")
        guard expectations.isEmpty || expectations == ["100-continue"] else {
            throw RequestFault(417, "the only expectation known here is 100-continue")
        }
        if case .length(let length) = head.framing, let maximumByteCount, length > maximumByteCount
        {
            throw RequestFault(413, "the body has more than \(maximumByteCount) bytes")
        }
    }

    private static func refusing<Value: ~Copyable>(
        _ work: () throws(RequestFault) -> Value
    ) throws(Interruption) -> Value {
        do throws(RequestFault) {
            return try work()
        } catch {
            throw .fault(error)
        }
    }
}
