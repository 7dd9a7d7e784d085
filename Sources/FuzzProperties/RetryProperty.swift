import UploadHTTP

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Whatever a server asks for, a request is repeated only where that is safe, not too often, and
/// after a wait within the policy's bounds.
func checkRetry(_ input: Span<UInt8>) throws(PropertyViolation) {
    var input = FuzzInput([UInt8](input))
    var policy = RetryPolicy()
    policy.repeatsUnsafeRequests = input.number(in: 0...7) == 7
    var situation = RetryPolicy.Situation()
    situation.retryCount = input.number(in: 0...4)
    situation.attemptCountWithoutProgress = input.number(in: 0...11)
    situation.isRepeatable = input.flag()
    situation.isReplayable = input.flag()
    situation.now = .seconds(input.number(in: 0...Int(UInt32.max)))
    if input.flag() { situation.remaining = .milliseconds(input.number(in: 0...100_000)) }
    let jitter = Double(input.byte()) / 255
    let attempt = try attempt(&input)

    try checkRetryAfter(attempt.retryAfter, now: situation.now)
    try checkDate(Int64(input.number(in: 0...Int(UInt32.max))) * 59)
    let decision = policy.decision(after: attempt.result, situation, jitter: jitter)
    guard case .retry(let delay) = decision else { return }
    try require(situation.isReplayable, "a body that is used up is sent again")
    try require(situation.retryCount < policy.maximumRetryCount, "one retry too many")
    try require(
        situation.attemptCountWithoutProgress < policy.maximumAttemptCountWithoutProgress,
        "one attempt without progress too many"
    )
    try require(delay >= .zero, "a negative wait")
    try require(
        delay <= max(policy.maximumDelay, policy.maximumRetryAfter + policy.baseDelay),
        "a wait of \(delay)"
    )
    try require(situation.remaining.map { delay < $0 } ?? true, "a wait past the end")
    let mayRepeat = situation.isRepeatable || policy.repeatsUnsafeRequests
    try require(mayRepeat || attempt.cannotHaveBeenCarriedOut, "\(attempt.result) is repeated")
}

/// How an attempt ended.
private struct Attempt {
    var result: Result<Response, TransportError>
    var retryAfter = ""

    /// Whether the server did nothing, by what HTTP says of the answer or the error.
    var cannotHaveBeenCarriedOut: Bool
}

private func attempt(_ input: inout FuzzInput) throws(PropertyViolation) -> Attempt {
    let status = input.choice([100, 200, 301, 400, 408, 425, 429, 500, 502, 503, 504, 999])
    let saysSo = [408, 425, 429, 503].contains(status)
    guard input.flag() else {
        let value = String(decoding: input.remainder(), as: UTF8.self)
        var head = ResponseHead(status: status)
        head.fields.append(receivedLine: Array("Retry-After: \(value)".utf8).span)
        let retryAfter = head.fields["Retry-After"] ?? ""
        return Attempt(
            result: .success(Response(head: head)),
            retryAfter: retryAfter,
            cannotHaveBeenCarriedOut: saysSo
        )
    }
    let kinds: [TransportError.Kind] = [
        .hostNotFound, .connectionFailed, .timedOut(.connect, limit: .seconds(1)), .connectionLost,
        .timedOut(.stall, limit: .seconds(1)), .timedOut(.response, limit: .seconds(1)),
        .timedOut(.total, limit: .seconds(1)), .responseTruncated, .library, .cancelled, .shutDown,
        .invalidResponse, .responseTooLarge(limit: 1),
    ]
    let kind = input.number(in: 0...kinds.count - 1)
    let progress = input.choice([RequestProgress.notSent, .partlySent, .sent])
    let head = input.flag() ? ResponseHead(status: status) : nil
    let error = TransportError(kinds[kind], progress: progress, responseHead: head)
    return Attempt(
        result: .failure(error),
        cannotHaveBeenCarriedOut: kind < 3 || progress == .notSent || (head != nil && saysSo)
    )
}

private func checkRetryAfter(_ value: String, now: Duration) throws(PropertyViolation) {
    let delay = RetryAfter.delay(value, now: now)
    if let delay { try require(delay >= .zero, "\(value.debugDescription): \(delay)") }
    guard !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return }
    let expected = min(Int64(value) ?? .max, 1_000_000_000)
    try require(delay == .seconds(expected), "\(value) seconds: \(String(describing: delay))")
}

/// A date in one of the three formats, written by the C library, is read as what it was.
private func checkDate(_ seconds: Int64) throws(PropertyViolation) {
    // A format for each third second, so that all kinds of dates come in all of them.
    let format = ["%a, %d %b %Y %T GMT", "%A, %d-%b-%y %T GMT", "%a %b %e %T %Y"][Int(seconds % 3)]
    var time = time_t(seconds)
    var parts = unsafe tm()
    guard unsafe gmtime_r(&time, &parts) != nil else { return }
    var buffer = [CChar](repeating: 0, count: 64)
    let count = unsafe strftime(&buffer, buffer.count, format, &parts)
    let text = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // The century of a year of two digits is told from the time at which it is read.
    let read = HTTPDate.parse(text, now: seconds)
    guard unsafe parts.tm_year < 8100 else { return }
    try require(read == seconds, "\(text) is read as \(String(describing: read))")
}
