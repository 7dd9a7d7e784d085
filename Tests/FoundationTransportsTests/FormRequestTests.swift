import BodyStreaming
import Foundation
import FoundationTransports
import MultipartFormData
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct FormRequestTests {
    private static let text =
        "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b--\r\n"

    private func form() throws -> MultipartForm {
        var form = MultipartForm(boundary: try Boundary("b"))
        form.append(name: "a", text: "1")
        return form
    }

    private func fileForm(_ directory: TemporaryDirectory, _ count: Int) throws -> MultipartForm {
        var form = try form()
        let path = try directory.file("p.jpg", [UInt8](repeating: 0xAB, count: count))
        form.append(try MultipartPart(name: "file", file: path))
        return form
    }

    @Test func aSmallFormIsData() throws {
        let url = try #require(URL(string: "http://127.0.0.1/up"))
        let request = try URLRequest(form: form(), url: url)
        #expect(request.httpMethod == "POST")
        #expect(request.url == url)
        #expect(request.httpBody == Data(Self.text.utf8))
        #expect(request.httpBodyStream == nil)
        #expect(
            request.value(forHTTPHeaderField: "Content-Type") == "multipart/form-data; boundary=b"
        )
        #expect(request.value(forHTTPHeaderField: "Content-Length") == "\(Self.text.utf8.count)")
    }

    // swiftlang/swift-corelibs-foundation#3829
    @Test(arguments: [0, 300_000])
    func aPlainSessionSendsTheFormWithOneFraming(_ fileByteCount: Int) async throws {
        let server = try ScriptedServer(Script.answer(201))
        defer { server.stop() }
        let directory = try TemporaryDirectory()
        let form = try fileByteCount == 0 ? form() : fileForm(directory, fileByteCount)
        let expected = try await form.body().collected()
        let url = try #require(URL(string: server.url()))
        let request = try URLRequest(form: form, url: url)
        let session = URLSession(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }
        let (_, response) = try await session.data(for: request)
        #expect((response as? HTTPURLResponse)?.statusCode == 201)
        await server.settle()
        let received = try #require(server.requests.first)
        #expect(received.body == expected)
        #expect(received["Content-Length"] == "\(expected.count)")
        #expect(received["Transfer-Encoding"] == nil)
        #expect(received["Content-Type"] == "multipart/form-data; boundary=b")
    }

    @Test func aFormWithAStreamIsNoRequestButAFile() async throws {
        var form = try form()
        let stream = BodyStream(label: "the microphone") {
            AsyncStream<[UInt8]> { chunks in
                chunks.yield([1, 2])
                chunks.finish()
            }
        }
        form.append(MultipartPart(name: "s", stream: stream, filename: nil))
        let url = try #require(URL(string: "http://127.0.0.1/"))
        do {
            _ = try URLRequest(form: form, url: url)
            Issue.record("nothing was thrown")
        } catch {
            let words = "the microphone may keep URLSession waiting; write the form to a file"
            #expect("\(error)" == words)
        }
        let directory = try TemporaryDirectory()
        let file = URL(filePath: directory.path + "/form.bin")
        let byteCount = try await form.write(toFile: file)
        let data = try Data(contentsOf: file)
        #expect(Int64(data.count) == byteCount)
        #expect(try await Array(data) == form.body().collected())
    }

    // MARK: Files for background sessions

    @Test func aFormIsWrittenWholeUnderItsName() async throws {
        let directory = try TemporaryDirectory()
        let form = try fileForm(directory, 200_000)
        let url = URL(filePath: directory.path + "/form ä.bin")
        try Data("old".utf8).write(to: url)
        let count = try await form.write(toFile: url)
        let data = try Data(contentsOf: url)
        #expect(Int64(data.count) == count)
        #expect(try await Array(data) == form.body().collected())
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(names.sorted() == ["form ä.bin", "p.jpg"])
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func aFormThatCanNotBeReadLeavesNothingBehind() async throws {
        let directory = try TemporaryDirectory()
        let form = try fileForm(directory, 1000)
        try FileManager.default.removeItem(atPath: directory.path + "/p.jpg")
        let url = URL(filePath: directory.path + "/form.bin")
        await #expect(throws: FormBridgeError.self) { try await form.write(toFile: url) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
    }

    @Test func theErrorNamesTheFile() async throws {
        let form = try form()
        do {
            try await form.write(toFile: URL(filePath: "/absent/form.bin"))
            Issue.record("nothing was thrown")
        } catch {
            #expect("\(error)" == "can't write /absent/form.bin: No such file or directory")
        }
        let url = try #require(URL(string: "http://127.0.0.1/form.bin"))
        await #expect(throws: FormBridgeError.self) { try await form.write(toFile: url) }
    }
}
