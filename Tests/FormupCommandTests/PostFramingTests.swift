import TestSupport
import Testing
import ZlibCompression

/// How `post` frames bodies whose length is known, and what compression does to that.
struct PostFramingTests {
    private let directory: TemporaryDirectory
    private let formup: FormupProcess

    init() throws {
        directory = try TemporaryDirectory()
        formup = FormupProcess(folder: directory.path)
    }

    /// nginx/unit#445, phusion/passenger#215: chunked forms were answered with 411, or read as empty.
    @Test func aFormOfKnownLengthIsNeverChunked() async throws {
        _ = try directory.file("a.bin", [UInt8](repeating: 7, count: 100_000))
        _ = try directory.file("empty.bin")
        let flags = ["--field", "a=é", "--file", "f=a.bin", "--file", "g=empty.bin"]
        let request = try await post(flags)
        #expect(request["Transfer-Encoding"] == nil)
        #expect(request.contentLength == request.body.count && request.isComplete)
    }

    /// square/okhttp#350: compression left the length of what was not compressed, or none.
    @Test func aSpooledCompressedBodyHasTheLengthOfItsBytes() async throws {
        let value = String(repeating: "json", count: 2500)
        let plain = try await post(["--field", "a=\(value)", "--boundary", "b"])
        let request = try await post(
            ["--field", "a=\(value)", "--boundary", "b", "--gzip", "--spool"]
        )
        #expect(request["Transfer-Encoding"] == nil)
        #expect(request["Content-Encoding"] == "gzip")
        #expect(request.contentLength == request.body.count)
        #expect(request.body.count < plain.body.count)
        #expect(try inflated(request.body) == plain.body)
    }

    /// square/okhttp#1537: a body that was compressed was compressed again.
    @Test func aBodyThatIsEncodedIsNotEncodedAgain() async throws {
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        let outcome = try formup.run([
            "post", server.url(), "--field", "a=b", "--gzip", "-H", "Content-Encoding: gzip",
        ])
        #expect(outcome.status == 2)
        #expect(server.connectionCount == 0)
        let request = try await post(["--field", "a=b", "-H", "Content-Encoding: identity"])
        #expect(request.body.starts(with: "--".utf8))
    }

    /// curl/curl#2267: a value that began with `<`, `@` or `(` was taken for something else.
    @Test func whatAFieldHoldsIsSentAsItIs() async throws {
        let request = try await post(["--field", "v=<tpl>1</tpl>", "--form-string", "w=@handle"])
        let text = String(decoding: request.body, as: UTF8.self)
        #expect(text.contains("name=\"v\"\r\n\r\n<tpl>1</tpl>\r\n"))
        #expect(text.contains("name=\"w\"\r\n\r\n@handle\r\n"))
    }

    private func post(_ flags: [String]) async throws -> ScriptedRequest {
        let (outcome, requests) = try await formup.post([Script.answer(200)], flags)
        #expect(outcome.status == 0)
        return try #require(requests.first)
    }

    private func inflated(_ bytes: [UInt8]) throws -> [UInt8] {
        var inflater = try Inflater(coding: .gzip)
        let output = try [UInt8](capacity: 100_000) { output throws(CompressionError) in
            _ = try inflater.decompress(bytes.span, into: &output)
        }
        try inflater.finish()
        return output
    }
}
