import BodyStreaming
import UploadHTTP

/// The lines of `--verbose`: what goes out behind `>`, what comes in behind `<`, and words behind
/// `*`; without secrets.
struct TransferLog: Sendable {
    private let label: String
    private let printLine: @Sendable (String) -> Void

    /// Creates a log.
    ///
    /// - Parameters:
    ///   - label: What stands before every line.
    ///   - printLine: Gets the lines.
    init(label: String = "", _ printLine: @escaping @Sendable (String) -> Void) {
        self.label = label
        self.printLine = printLine
    }

    /// Writes what there is to tell of `event`.
    func take(_ event: UploadEvent) {
        switch event {
        case .attemptStarted(let number, _):
            print("*", "attempt \(number)")
        case .requestStarted(let request):
            print(">", "\(request.method) \(request.url)")
            for line in Redaction.standard.lines(of: request.fields) { print(">", line) }
            if let body = request.body {
                let length = body.length.map { "\($0) bytes" } ?? "of unknown length"
                print("*", "the body is \(length)")
            }
        case .connected(let reused):
            print("*", reused ? "the connection is used again" : "connected")
        case .informational(let head), .responseHead(let head):
            print("<", "\(head.status) \(head.reason)")
            for line in Redaction.standard.lines(of: head.fields) { print("<", line) }
        case .redirecting(let status, let url):
            print("*", "\(status) leads to \(url)")
        case .authorizing:
            print("*", "the credentials were refused; others are asked for")
        case .retrying(let delay, let cause):
            print("*", "\(cause); again in \(Self.seconds(delay))")
        case .finished(let result):
            print("*", "\(result.outcome.rawValue) after \(Self.seconds(result.duration))")
        case .progress:
            break
        }
    }

    /// To the millisecond.
    private static func seconds(_ duration: Duration) -> String {
        let milliseconds = Int64(max(0, min(duration / .milliseconds(1), 1e15)))
        let decimals = String(milliseconds % 1000 + 1000).dropFirst()
        return "\(milliseconds / 1000).\(decimals) s"
    }

    private func print(_ mark: String, _ line: String) {
        printLine("\(label)\(mark) \(line)")
    }
}
