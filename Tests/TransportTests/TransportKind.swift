import BodyStreaming
import CurlTransports
import SocketTransports
import UploadHTTP

/// The transports over which the tests of this target run.
enum TransportKind: String, CaseIterable, Codable, Sendable {
    case curl
    case sockets

    /// A new transport, with `loopCount` threads.
    func transport(
        loopCount: Int = 1,
        contentDecoders: [String: @Sendable () -> any ContentDecoder] = [:]
    ) -> any TestedTransport {
        switch self {
        case .curl:
            var configuration = CurlConfiguration()
            configuration.loopCount = loopCount
            configuration.contentDecoders = contentDecoders
            return CurlTransport(configuration)
        case .sockets:
            var configuration = SocketConfiguration()
            configuration.loopCount = loopCount
            configuration.contentDecoders = contentDecoders
            return SocketTransport(configuration)
        }
    }
}

/// What the transports with threads of their own have in common.
protocol TestedTransport: Transport {
    func executor() throws(TransportError) -> any TaskExecutor
    func shutdown() async
}

extension CurlTransport: TestedTransport {}
extension SocketTransport: TestedTransport {}

/// Every pair of the elements of two lists: a test has no room for a third list beside the
/// transports.
func pairs<First, Second>(_ first: [First], _ second: [Second]) -> [(First, Second)] {
    first.flatMap { one in second.map { (one, $0) } }
}
