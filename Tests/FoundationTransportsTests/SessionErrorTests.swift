import Foundation
import FoundationTransports
import Testing
import UploadHTTP

/// What errors of URLSession stand for.
struct SessionErrorTests {
    private func kind(
        _ code: URLError.Code,
        isConnected: Bool = false,
        isInHandshake: Bool = false,
        head: ResponseHead? = nil
    ) -> String {
        TransportError.Kind(
            code,
            isConnected: isConnected,
            isInHandshake: isInHandshake,
            head: head,
            timers: Timers()
        ).name
    }

    @Test(
        arguments: [
            .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
            .clientCertificateRejected, .clientCertificateRequired,
            .appTransportSecurityRequiresSecureConnection,
        ] as [URLError.Code]
    )
    func whatIsWrongWithTLSIsSo(_ code: URLError.Code) {
        #expect(kind(code) == "tlsFailed")
        #expect(kind(code, isConnected: true) == "tlsFailed")
    }

    /// On Linux most errors of TLS have no code of their own; when nothing shows that the handshake
    /// ended, they are told from others by that.
    @Test func anUnknownErrorInAHandshakeIsOneOfTLS() {
        #expect(kind(.unknown, isInHandshake: true) == "tlsFailed")
        #expect(kind(.unknown) == "library")
        #expect(kind(.unknown, isConnected: true) == "library")
        let head = ResponseHead(status: 200)
        #expect(kind(.unknown, isConnected: true, head: head) == "responseTruncated")
        #expect(kind(.unknown, isInHandshake: true, head: head) == "responseTruncated")
    }

    /// A connection that can't be made is none of TLS, whatever the scheme is.
    @Test(
        arguments: [
            (.cannotFindHost, "hostNotFound"), (.dnsLookupFailed, "hostNotFound"),
            (.cannotConnectToHost, "connectionFailed"), (.timedOut, "connectTimeout"),
            (.networkConnectionLost, "connectionLost"),
        ] as [(URLError.Code, String)]
    )
    func otherErrorsInAHandshakeKeepTheirMeaning(_ code: URLError.Code, _ name: String) {
        #expect(kind(code, isInHandshake: true) == name)
    }

    @Test(
        arguments: [
            (.timedOut, "stallTimeout"), (.cannotParseResponse, "invalidResponse"),
            (.cannotDecodeRawData, "undecodableResponse"), (.unsupportedURL, "invalidResponse"),
        ] as [(URLError.Code, String)]
    )
    func errorsOfAConnection(_ code: URLError.Code, _ name: String) {
        #expect(kind(code, isConnected: true) == name)
    }

    /// Neither side speaks TLS then: the server's first bytes are no handshake.
    @Test func aServerWithoutTLSFailsTheHandshake() async throws {
        let server = try GreetingServer("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
        defer { server.stop() }
        let request = try SessionRequests.post("https://127.0.0.1:\(server.port)/up")
        let error = await SessionRequests.error(URLSessionTransport(), request)
        #expect(error?.kind.name == "tlsFailed")
        #expect(error?.progress == .notSent)
        #expect(error?.phase == .connecting)
    }
}
