import BodyStreaming

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Throws away what it gets, as cheaply as the system can; one thread a connection.
enum DiscardServer {
    /// Starts a server.
    ///
    /// - Parameter answers: Whether it reads HTTP requests and answers each with 200; otherwise it
    ///   reads each connection to its end.
    /// - Returns: The port that it listens on.
    /// - Throws: Why it can't listen.
    static func start(answers: Bool) throws(BenchmarkFailure) -> UInt16 {
        let (listener, port) = try LoopbackSocket.listening()
        try startThread {
            while let connection = LoopbackSocket.accepted(from: listener) {
                do {
                    try startThread {
                        serve(connection, answers: answers)
                        close(connection)
                    }
                } catch {
                    close(connection)
                }
            }
        }
        return port
    }

    private static func serve(_ connection: CInt, answers: Bool) {
        var connection = DiscardConnection(connection)
        guard answers else { return connection.discard(.max) }
        while let request = connection.nextHead() {
            if request.expectsContinue { connection.send("HTTP/1.1 100 Continue\r\n\r\n") }
            connection.discard(request.byteCount)
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{}\n")
        }
    }

    private static func startThread(
        _ work: @escaping @Sendable () -> Void
    ) throws(BenchmarkFailure) {
        do {
            try DetachedThread.start(work)
        } catch {
            throw .failure("can't start a thread: \(SystemErrorText.words(for: error.number))")
        }
    }
}
