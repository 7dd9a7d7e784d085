import BodyStreaming
import CurlTransports
import TestSupport
import Testing
import UploadHTTP

/// What the transport over libcurl alone can do, and what it says in libcurl's words; the rest is
/// tested with every transport.
struct CurlTransportTests {
    @Test func rateLimitsHold() async throws {
        var configuration = CurlConfiguration()
        configuration.maximumSendRate = 512 << 10
        let limited = CurlTransport(configuration)
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        let begin = ContinuousClock.now
        let body = Body([UInt8](repeating: 1, count: 512 << 10))
        let request = try Request(method: "POST", url: RequestURL(server.url()), body: body)
        _ = try await limited.send(request, observer: nil)
        #expect(ContinuousClock.now - begin > .milliseconds(500))
    }

    @Test func unusableOptionsAreNamed() async throws {
        var configuration = CurlConfiguration()
        configuration.tls.trustedCertificatesPath = "/absent/ca.pem"
        let transport = CurlTransport(configuration)
        let request = try Request(method: "POST", url: RequestURL("https://127.0.0.1:1/"))
        let error = await #expect(throws: TransportError.self) {
            try await transport.send(request, observer: nil)
        }
        #expect(error?.progress == .notSent)
    }

    /// Every name that ends in `localhost` is this machine (RFC 6761, section 6.3).
    @Test func aNameThatIsNotASCIIIsSentInItsASCIIForm() async throws {
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        let url = try RequestURL("http://b\u{FC}cher.localhost:\(server.port)/")
        let request = try Request(method: "POST", url: url, body: Body("content"))
        #expect(try await CurlTransport().send(request, observer: nil).status == 200)
        #expect(server.requests.first?["Host"] == "xn--bcher-kva.localhost:\(server.port)")
    }
}
