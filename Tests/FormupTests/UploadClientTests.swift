import Formup
import TestSupport
import Testing

struct UploadClientTests {
    private static func form() throws -> MultipartForm {
        var form = MultipartForm(boundary: try Boundary("b"))
        form.append(name: "a", text: String(repeating: "json", count: 2500))
        return form
    }

    private static func client(_ coding: ContentCoding?) -> UploadClient {
        var client = UploadClient()
        client.formCoding = coding
        return client
    }

    @Test func aFormIsPostedAsItIs() async throws {
        let server = try ScriptedServer(Script.answer(200, "hello"))
        defer { server.stop() }
        let response = try await Self.client(nil).post(try Self.form(), to: server.url())
        #expect(try response.text() == "hello")
        let request = try #require(server.requests.first)
        #expect(request.method == "POST")
        #expect(request["Content-Type"] == "multipart/form-data; boundary=b")
        #expect(request["Content-Encoding"] == nil)
        #expect(request.contentLength == request.body.count)
        #expect(try await Self.form().body().collected() == request.body)
    }

    @Test(arguments: ContentCoding.allCases)
    func aFormIsPostedInTheClientsCoding(_ coding: ContentCoding) async throws {
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        try await Self.client(coding).post(try Self.form(), to: server.url())
        let request = try #require(server.requests.first)
        #expect(request["Content-Encoding"] == coding.rawValue)
        #expect(request.body.count < 1000)
        let plain = try await Body(request.body).decompressed(coding).collected()
        #expect(try await Self.form().body().collected() == plain)
    }

    /// vapor/vapor#3176: a server without decompression made a client loop.
    @Test func aServerThatRefusesTheCodingGetsTheFormWithoutIt() async throws {
        let server = try ScriptedServer(Script.answer(415), Script.answer(200))
        defer { server.stop() }
        try await Self.client(.gzip).post(try Self.form(), to: server.url())
        #expect(server.requests.map { $0["Content-Encoding"] } == ["gzip", nil])
        #expect(try await Self.form().body().collected() == server.requests.last?.body)
    }

    /// square/okhttp#1537: a body that was compressed was compressed again.
    @Test func aFormThatIsEncodedIsNotEncodedAgain() async throws {
        var client = Self.client(.gzip)
        try client.headerFields.set("Content-Encoding", "br")
        await #expect(throws: CompressionError.alreadyEncoded(contentEncoding: "br")) {
            try await client.post(try Self.form(), to: "http://127.0.0.1:9/")
        }
    }

    @Test func aRefusalIsAnErrorThatHoldsTheAnswer() async throws {
        let server = try ScriptedServer(Script.answer(422, "why"))
        defer { server.stop() }
        let error = await #expect(throws: UploadFailure.self) {
            try await Self.client(nil).post(try Self.form(), to: server.url())
        }
        #expect(error?.result.outcome == .failed)
        #expect(try error?.result.response?.text() == "why")
        #expect(error?.description == "\(server.url()): the server answered 422 X")
    }

    @Test func aFileIsPutWithItsType() async throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("a.json", Array("{}".utf8))
        let server = try ScriptedServer(Script.answer(201))
        defer { server.stop() }
        try await Self.client(nil).put(file: path, to: server.url())
        let request = try #require(server.requests.first)
        #expect(request.method == "PUT" && request.body == Array("{}".utf8))
        #expect(request["Content-Type"] == "application/json")
    }
}
