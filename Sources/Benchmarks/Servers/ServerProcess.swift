/// A server in a process of its own.
final class ServerProcess: Sendable {
    private let process: ChildProcess

    /// The port that it listens on.
    let port: UInt16

    /// Starts this program as a server, and returns when it listens.
    init(_ role: ServerRole) throws(BenchmarkFailure) {
        process = try ChildProcess(role)
        let line = try process.readLine()
        guard let port = UInt16(line) else {
            throw .failure("a server listens on \"\(line)\", which is no port")
        }
        self.port = port
    }

    /// Where it can be reached.
    var url: String { "http://127.0.0.1:\(port)/" }

    /// Stops it, and returns when it has ended.
    func stop() {
        process.endInput()
    }
}
