import BodyStreaming
import Foundation
import MultipartFormData
import TestSupport
import Testing
import UploadReceiver

@Suite struct UploadReceiverTests {
    static let form =
        "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nhello\r\n"
        + "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"../x.txt\"\r\n"
        + "Content-Type: text/plain\r\n\r\nabc\r\n--b--\r\n"

    static let partsJSON =
        #""parts":[{"index":0,"name":"a","#
        + #""headers":{"Content-Disposition":"form-data; name=\"a\""},"offset":49,"length":5,"#
        + #""sha256":"2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"},"#
        + #"{"index":1,"name":"f","filename":"../x.txt","type":"text/plain","#
        + #""headers":{"Content-Disposition":"form-data; name=\"f\"; filename=\"../x.txt\"","#
        + #""Content-Type":"text/plain"},"offset":152,"length":3,"#
        + #""sha256":"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"}]}"#

    static func head(_ fields: String..., method: String = "POST") -> String {
        (["\(method) /in?x=1 HTTP/1.1", "Host: x"] + fields).joined(separator: "\r\n") + "\r\n"
    }

    static let typeField = "Content-Type: multipart/form-data; boundary=b"

    static var request: String {
        head(typeField, "Content-Length: \(form.utf8.count)") + "\r\n" + form
    }

    static var chunkedRequest: String {
        head(typeField, "Transfer-Encoding: chunked") + "\r\n"
            + form.utf8.map { "1;x=\"y\"\r\n\(Character(Unicode.Scalar($0)))\r\n" }.joined()
            + "0\r\nX-Trailer: z\r\n\r\n"
    }

    @Test func answersWithTheParts() throws {
        let (answer, requests) = try RequestLog.with { receiver in
            #expect(receiver.port != 0)
            #expect(receiver.url == "http://127.0.0.1:\(receiver.port)/")
            let client = try RawClient(receiver)
            client.send(Self.request)
            return client.receive(through: "]}\n")
        }
        #expect(answer?.hasPrefix("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n") == true)
        #expect(
            answer?.contains(#"{"request":0,"method":"POST","target":"/in?x=1","status":200,"#)
                == true
        )
        #expect(answer?.contains(Self.partsJSON) == true)
        #expect(requests.map(\.status) == [200])
        #expect(requests.first?.bodyByteCount == Int64(Self.form.utf8.count))
    }

    @Test func carriesRequestsOneAfterTheOtherOnOneConnection() throws {
        let (_, requests) = try RequestLog.with { receiver in
            let client = try RawClient(receiver)
            for _ in 0..<3 {
                client.send(Self.request)
                #expect(client.receive(through: Self.partsJSON) != nil)
                client.send(Self.chunkedRequest)
                #expect(client.receive(through: Self.partsJSON) != nil)
            }
            // All at once, byte by byte, with line breaks in between.
            for byte in (Self.chunkedRequest + "\r\n" + Self.request).utf8 { client.send([byte]) }
            client.endOutput()
            let answers = client.receiveAll()
            #expect(answers?.components(separatedBy: "HTTP/1.1 200 OK").count == 3)
        }
        #expect(requests.map(\.status) == Array(repeating: 200, count: 8))
        #expect(requests.map(\.index) == Array(0..<8))
    }

    @Test func asksForTheBodyWhenTheClientWaits() throws {
        try RequestLog.with { receiver in
            let client = try RawClient(receiver)
            client.send(
                Self.head(
                    Self.typeField,
                    "Content-Length: \(Self.form.utf8.count)",
                    "Expect: 100-Continue"
                ) + "\r\n"
            )
            #expect(client.receive(through: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
            client.send(Self.form)
            #expect(client.receive(through: Self.partsJSON) != nil)
        }
    }

    @Test func showsAPageToThoseWhoLook() throws {
        try RequestLog.with { receiver in
            let client = try RawClient(receiver)
            client.send(Self.head(method: "HEAD") + "\r\n")
            #expect(client.receive(through: "\r\n\r\n")?.hasSuffix("keep-alive\r\n\r\n") == true)
            client.send(Self.head("Connection: close", method: "GET") + "\r\n")
            let page = client.receiveAll()
            #expect(page?.contains("Content-Type: text/html; charset=utf-8\r\n") == true)
            #expect(page?.contains("enctype=\"multipart/form-data\"") == true)
        }
    }

    @Test func digestsABodyThatIsNoForm() throws {
        let (_, requests) = try RequestLog.with { receiver in
            let client = try RawClient(receiver)
            client.send(
                Self.head("Content-Length: 3", "Connection: close", method: "PUT") + "\r\nabc"
            )
            #expect(client.receiveAll()?.contains(#""length":3,"sha256":"ba7816bf"#) == true)
        }
        #expect(
            requests.first?.bodySHA256
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        )
    }

    @Test func savesFilesUnderSafeNamesAndNoOthers() throws {
        let directory = try TemporaryDirectory()
        let (_, requests) = try RequestLog.with {
            $0.saveDirectory = LocalPath(directory.path + "/in")
            $0.sniff = {
                #"{"prefix":"\#(String(decoding: $0.prefix, as: UTF8.self))"}"#
            }
        } _: { receiver in
            let client = try RawClient(receiver)
            for _ in 0..<2 {
                client.send(Self.request)
                #expect(client.receive(through: #""image":{"prefix":"abc"}"#) != nil)
            }
        }
        let paths = requests.flatMap(\.parts).map { $0.savedPath?.string }
        #expect(
            paths == [nil, directory.path + "/in/x.txt", nil, directory.path + "/in/x-1.txt"]
        )
        for case let path? in paths {
            #expect(FileManager.default.contents(atPath: path) == Data("abc".utf8))
        }
    }

    @Test func keepsNoTornFile() throws {
        let directory = try TemporaryDirectory()
        let (_, requests) = try RequestLog.with {
            $0.saveDirectory = LocalPath(directory.path)
        } _: { receiver in
            let client = try RawClient(receiver)
            client.send(String(Self.request.dropLast(14)))
            client.endOutput()
            #expect(client.receiveAll() == "")
        }
        #expect(requests.map(\.status) == [nil])
        #expect(requests.first?.error == "the connection ended inside a request's body")
        #expect(requests.first?.parts.map(\.headers.name) == ["a"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
    }

    @Test func servesManyClientsAtOnce() async throws {
        let log = RequestLog()
        var options = ReceiverOptions()
        options.maximumConnectionCount = 3
        options.requestEnded = { log.append($0) }
        let receiver = try UploadReceiver(options: options)
        await withTaskGroup { group in
            for _ in 0..<12 {
                group.addTask {
                    let client = try? RawClient(receiver)
                    client?.send(Self.request)
                    client?.endOutput()
                    #expect(client?.receiveAll()?.contains(Self.partsJSON) == true)
                }
            }
        }
        receiver.stop()
        #expect(log.requests.count == 12)
        #expect(Set(log.requests.map(\.index)).count == 12)
    }

    @Test func stopsWithIdleConnectionsAtOnce() throws {
        let receiver = try UploadReceiver()
        let idle = try RawClient(receiver)
        let used = try RawClient(receiver)
        used.send(Self.request)
        #expect(used.receive(through: Self.partsJSON) != nil)
        let start = ContinuousClock.now
        receiver.stop()
        receiver.stop()
        #expect(ContinuousClock.now - start < .seconds(15))
        #expect(used.receiveAll() == "")
        idle.endOutput()
        #expect(throws: (any Error).self) { try RawClient(receiver) }
    }

    @Test func letsARequestEndWhenItStops() async throws {
        let receiver = try UploadReceiver()
        let client = try RawClient(receiver)
        client.send(
            Self.head(
                Self.typeField,
                "Content-Length: \(Self.form.utf8.count)",
                "Expect: 100-continue"
            ) + "\r\n"
        )
        #expect(client.receive(through: "\r\n\r\n") != nil)
        async let stopped: Void = receiver.stop()
        client.send(Self.form)
        #expect(client.receive(through: Self.partsJSON) != nil)
        await stopped
    }

    @Test func givesUpARequestThatDoesNotEnd() throws {
        let (start, requests) = try RequestLog.with {
            $0.gracePeriod = .milliseconds(100)
        } _: { receiver in
            let client = try RawClient(receiver)
            client.send(Self.head("Content-Length: 3", "Expect: 100-continue") + "\r\n")
            #expect(client.receive(through: "\r\n\r\n") != nil)
            let start = ContinuousClock.now
            receiver.stop()
            return start
        }
        #expect(ContinuousClock.now - start < .seconds(15))
        #expect(requests.first?.error?.hasPrefix("the connection was lost: ") == true)
    }

    @Test func givesUpAClientThatSendsNothing() throws {
        try RequestLog.with {
            $0.idleTimeout = .milliseconds(50)
        } _: { receiver in
            let client = try RawClient(receiver)
            client.send("GET / HT")
            #expect(client.receiveAll() == "")
        }
    }

    @Test(arguments: ["0.0.0.0", "192.0.2.1", "::1", "localhost", "127.1", ""])
    func listensOnLoopbackOnly(_ address: String) throws {
        var options = ReceiverOptions()
        options.address = address
        #expect(throws: ReceiverError.self) { try UploadReceiver(options: options) }
    }

    @Test func listensElsewhereIfToldTo() throws {
        var options = ReceiverOptions()
        options.address = "0.0.0.0"
        options.allowsOtherAddresses = true
        let receiver = try UploadReceiver(options: options)
        let client = try RawClient(receiver)
        client.send(Self.request)
        #expect(client.receive(through: Self.partsJSON) != nil)
        receiver.stop()
    }

    @Test func namesAPortThatIsTaken() throws {
        let receiver = try UploadReceiver()
        var options = ReceiverOptions()
        options.port = receiver.port
        let error = #expect(throws: ReceiverError.self) { try UploadReceiver(options: options) }
        #expect(
            error?.description.hasPrefix("127.0.0.1:\(receiver.port): bind: ") == true
        )
        receiver.stop()
    }
}
