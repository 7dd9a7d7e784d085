import CurlTransports
import Formup
import UploadHTTP

/// Where uploads are sent, each a process of its own on this machine.
enum UploadTarget: String, CaseIterable, Sendable {
    /// HTTP to a server that throws bodies away.
    case discard
    /// The same over TLS, which nginx undoes.
    case tls
    /// HTTP to an `UploadReceiver`, which parses the form.
    case receiver

    /// The URL, once the server runs.
    func url(_ fixtures: Fixtures) async throws -> String {
        switch self {
        case .discard: try await fixtures.server(.discard).url
        case .tls: try await fixtures.terminatedURL()
        case .receiver: try await fixtures.server(.receiver).url
        }
    }

    /// A transport that reaches only this machine.
    static func transport(connectionCount: Int = 1) -> AutomaticTransport {
        var configuration = CurlConfiguration()
        configuration.proxy = .none
        configuration.tls.acceptsAnyCertificate = true
        configuration.maximumIdleConnectionCount = connectionCount
        return AutomaticTransport(configuration)
    }
}
