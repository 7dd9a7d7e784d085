import UploadReceiver

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What the command is when it has started itself, so that the work of the other side is not
/// measured along.
enum ServerRole: String, CaseIterable, Sendable {
    /// Reads standard input to its end.
    case drain
    /// Reads what comes on its port and throws it away.
    case sink
    /// Answers HTTP requests and throws their bodies away.
    case discard
    /// Is an `UploadReceiver`, which reads forms.
    case receiver

    /// Serves until standard input ends.
    ///
    /// The port, or 0 where there is none, is written to standard output when it listens.
    func run() throws(BenchmarkFailure) {
        switch self {
        case .drain: try announce(port: 0)
        case .sink: try announce(port: DiscardServer.start(answers: false))
        case .discard: try announce(port: DiscardServer.start(answers: true))
        case .receiver:
            var options = ReceiverOptions()
            options.maximumConnectionCount = 300
            do {
                let receiver = try UploadReceiver(options: options)
                try announce(port: receiver.port)
                waitForEndOfInput()
                receiver.stop()
            } catch let error as ReceiverError {
                throw .failure("\(error)")
            } catch {
                throw .failure("\(error)")
            }
            return
        }
        waitForEndOfInput()
    }

    private func announce(port: UInt16) throws(BenchmarkFailure) {
        try SmallFile.write(Array("\(port)\n".utf8), to: STDOUT_FILENO)
    }

    private func waitForEndOfInput() {
        var piece = [UInt8](repeating: 0, count: 1 << 20)
        while unsafe piece.withUnsafeMutableBytes({ buffer in
            unsafe read(STDIN_FILENO, buffer.baseAddress, buffer.count)
        }) > 0 {}
    }
}
