import Foundation
import TestSupport
import Testing

struct PostCommandTests {
    private let directory: TemporaryDirectory
    private let formup: FormupProcess

    init() throws {
        directory = try TemporaryDirectory()
        formup = FormupProcess(folder: directory.path)
    }

    @Test func theAnswerGoesToStandardOutputAndNothingElseDoes() async throws {
        let (outcome, requests) = try await formup.post(
            [Script.answer(200, "hello")],
            "--field",
            "a=é"
        )
        #expect(outcome.status == 0)
        #expect(outcome.output == Array("hello".utf8))
        #expect(outcome.error.isEmpty)
        let request = try #require(requests.first)
        #expect(request.method == "POST" && request.isComplete && !request.isChunked)
        let boundary = try #require(request["Content-Type"]?.split(separator: "=").last)
        #expect(
            String(decoding: request.body, as: UTF8.self)
                == "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\né\r\n"
                + "--\(boundary)--\r\n"
        )
    }

    /// vapor/vapor#3176: a server without decompression made a client loop.
    @Test func aBodyWhoseCodingIsRefusedIsSentOnceWithoutIt() async throws {
        let steps = [Script.answer(415), Script.answer(200)]
        let (outcome, requests) = try await formup.post(steps, "--field", "a=b", "--gzip")
        #expect(outcome.status == 0)
        #expect(requests.map { $0["Content-Encoding"] } == ["gzip", nil])
        #expect(requests.last?.contentLength == requests.last?.body.count)
    }

    @Test func aFailureStillShowsTheAnswer() async throws {
        let (outcome, _) = try await formup.post([Script.answer(400, "why")], "--field", "a=b")
        #expect(outcome.status == 1)
        #expect(outcome.output == Array("why".utf8))
        #expect(outcome.error.hasPrefix("formup: http://127.0.0.1:"))
        #expect(outcome.error.hasSuffix("/up: the server answered 400 X\n"))
    }

    @Test func whatPassesIsTemporary() async throws {
        let busy = Script.answer(503, "", [("Retry-After", "0")])
        let (outcome, requests) = try await formup.post([busy], "--field", "a=b", "--retry", "1")
        #expect(outcome.status == 75)
        #expect(requests.count == 2)
    }

    @Test func theResultIsOneObject() async throws {
        let steps = [
            Script.answer(503, "", [("Retry-After", "0")]),
            Script.answer(200, "hi", [("X-A", "1"), ("Set-Cookie", "s=secret"), ("x-a", "2")]),
        ]
        let (outcome, requests) = try await formup.post(steps, "--field", "a=b", "--json")
        let length = try #require(requests.last?.contentLength)
        let text = String(decoding: outcome.output, as: UTF8.self)
        let seconds = try #require(text.firstMatch(of: /"seconds":[0-9]+\.[0-9]{3}/)).output
        #expect(
            text.replacing(seconds, with: "S").replacing(/:[0-9]+\/up/, with: ":P/up")
                == #"{"v":1,"outcome":"succeeded","status":200,"attempts":2,"#
                + #""bytesSent":\#(length * 2),S,"url":"http://127.0.0.1:P/up","#
                + #""response":{"headers":{"X-A":"1, 2","Set-Cookie":"[redacted]","#
                + #""Content-Length":"2"},"body":"hi"}}"# + "\n"
        )
    }

    @Test func anErrorStandsInTheObject() async throws {
        let (outcome, _) = try await formup.post([Script.lost()], "--field", "a=b", "--json")
        #expect(outcome.status == 1)
        let text = String(decoding: outcome.output, as: UTF8.self)
        #expect(text.contains(#""outcome":"unknown""#))
        #expect(text.contains(#""error":{"kind":"connectionLost","message":""#))
        #expect(text.contains(#""retryable":false}"#))
        #expect(outcome.error.contains("may have carried the request out"))
    }

    @Test func bytesThatAreNotTextAreBase64() async throws {
        let step: Script.Step = { connection, request in
            try connection.readBody(&request)
            try connection.send(Array("HTTP/1.1 200 X\r\nContent-Length: 3\r\n\r\n".utf8))
            try connection.send([0xFF, 0, 1])
            return true
        }
        let (outcome, _) = try await formup.post([step], "--field", "a=b", "--json")
        let text = String(decoding: outcome.output, as: UTF8.self)
        #expect(text.contains(#""body":"/wAB","encoding":"base64""#))
    }

    /// curl/curl#18035, curl/curl#1084: a retry left the first answer's bytes in the file.
    @Test func theFileHoldsTheLastAnswerOnly() async throws {
        let steps = [
            Script.answer(503, "first bad", [("Retry-After", "0")]), Script.answer(200, "whole"),
        ]
        let (outcome, _) = try await formup.post(steps, "--field", "a=b", "-o", "out")
        #expect(outcome.status == 0 && outcome.output.isEmpty)
        #expect(try String(contentsOfFile: directory.path + "/out", encoding: .utf8) == "whole")
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["out"])
    }

    /// angular/angular#18096: a `Content-Type` from outside lost the boundary.
    @Test(arguments: [
        ("Content-Type: multipart/form-data", "multipart/form-data; boundary=B"),
        (
            "CONTENT-TYPE: multipart/form-data; charset=utf-8",
            "multipart/form-data; charset=utf-8; boundary=B"
        ),
        ("content-type: multipart/form-data; boundary=B", "multipart/form-data; boundary=B"),
        (
            "content-type: multipart/form-data; x=\"a;boundary=c\"; BOUNDARY=\"B\"",
            "multipart/form-data; x=\"a;boundary=c\"; BOUNDARY=\"B\""
        ),
    ])
    func aContentTypeFromOutsideKeepsTheBoundary(_ header: String, _ sent: String) async throws {
        let (outcome, requests) = try await formup.post(
            [Script.answer(200)],
            "--field",
            "a=b",
            "--boundary",
            "B",
            "-H",
            header
        )
        #expect(outcome.status == 0, "\(outcome.error)")
        let request = try #require(requests.first)
        let values = request.fields.filter { $0.name.lowercased() == "content-type" }.map(\.value)
        #expect(values == [sent])
        #expect(request.body.starts(with: Array("--B\r\n".utf8)))
    }

    @Test func aBoundaryFromOutsideIsThatOfTheBody() async throws {
        let (outcome, requests) = try await formup.post(
            [Script.answer(200)],
            "--field",
            "a=b",
            "-H",
            "Content-Type: multipart/form-data; boundary=zzz"
        )
        #expect(outcome.status == 0)
        #expect(requests.first?.body.starts(with: Array("--zzz\r\n".utf8)) == true)
    }

    @Test(arguments: [
        (["-H", "Content-Type: application/json"], "application/json"),
        (["-H", "Content-Type:"], "Content-Type"),
        (["-H", "Content-Type: multipart/form-data; boundary=\"a \""], "boundary"),
        (["-H", "Content-Type: multipart/form-data; boundary=a", "--boundary", "b"], "differ"),
        (["-H", "Content-Length: 5"], "Content-Length"),
        (["-H", "Transfer-Encoding: chunked"], "Transfer-Encoding"),
        (["-H", "X: a\r\nY: b"], "offset"), (["-H", "X Y: a"], "token"), (["-H", "X"], "no colon"),
        (["-X", "POST /x HTTP/1.1\r\nA: b"], "--request"), (["--retry", "many"], "--retry"),
        (["--nonsense"], "--nonsense"), (["second"], "one URL, not 2"),
        (["--idempotency-key", "a b"], "key"), (["--cacert", "absent.pem"], "absent.pem"),
        (["--bearer-from", "absent"], "absent"), (["-o", "."], "directory"),
        (["-o", "absent/answer"], "absent/answer: No such file"), (["-o", ""], "No such file"),
        (["-x", "gopher://a"], "gopher"), (["-X", "HEAD"], "no content"),
        (["-X", "CONNECT"], "no content"),
        (["--gzip", "-H", "Content-Encoding: br"], "br"), (["--gzip", "--deflate"], "both"),
        (["--file", "f=absent.bin"], "absent.bin"), (["--file", "f=."], "directory"),
        (["-F", "v=@handle"], "handle"),
    ])
    func wrongUsageConnectsToNobody(_ flags: [String], _ words: String) async throws {
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        expectUsageError(try formup.run(["post", server.url(), "--field", "a=b"] + flags), words)
        #expect(server.connectionCount == 0)
    }

    @Test(arguments: [([], "one URL"), (["not a url"], "not a url"), (["ftp://a/"], "http")])
    func aURLIsNeeded(_ operands: [String], _ words: String) throws {
        expectUsageError(try formup.run(["post"] + operands), words)
    }

    @Test func credentialsAreSent() async throws {
        _ = try directory.file("token", Array("  t0ken \nrest".utf8))
        let basic = try await formup.post([Script.answer(200)], "-u", "me:p:w", "--field", "a=b")
        #expect(basic.requests.first?["Authorization"] == "Basic bWU6cDp3")
        // To Swift the colon and the accent are one character.
        let accent = try await formup.post([Script.answer(200)], "-u", "me:\u{301}p", "-F", "a=b")
        #expect(accent.requests.first?["Authorization"] == "Basic bWU6zIFw")
        let bearer = try await formup.post(
            [Script.answer(200)],
            "--bearer-from",
            "token",
            "-F",
            "a=b"
        )
        #expect(bearer.requests.first?["Authorization"] == "Bearer t0ken")
    }

    @Test func headersAreAddedEmptiedAndTakenBack() async throws {
        let (_, requests) = try await formup.post(
            [Script.answer(200)],
            "-H",
            "X-A: 1",
            "-H",
            "X-A: 2",
            "-H",
            "X-B;",
            "-H",
            "X-C: 3",
            "-H",
            "X-C:",
            "-H",
            "Idempotency-Key: k",
            "-H",
            "Expect:",
            "--field",
            "a=b"
        )
        let request = try #require(requests.first)
        #expect(request.fields.filter { $0.name == "X-A" }.map(\.value) == ["1", "2"])
        #expect(request["X-B"] == "" && request["X-C"] == nil && request["Expect"] == nil)
        #expect(request["Idempotency-Key"] == "k")
    }

    /// curl/curl#1965: a field from standard input was sent in chunks.
    @Test func aSmallFieldFromAPipeIsSentWithALength() async throws {
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        _ = try formup.shell("printf hi | \"$FORMUP\" post \(server.url()) -F 'f=<-'")
        await server.settle()
        let request = try #require(server.requests.first)
        #expect(!request.isChunked && request.isComplete)
        #expect(String(decoding: request.body, as: UTF8.self).contains("\r\n\r\nhi\r\n"))
    }

    @Test func aSpooledPipeIsSentAgain() async throws {
        let busy = Script.answer(503, "", [("Retry-After", "0")])
        let server = try ScriptedServer(busy, Script.answer(200))
        defer { server.stop() }
        let script = "head -c 300000 /dev/zero | \"$FORMUP\" post \(server.url()) -F f=@- --spool"
        #expect(try formup.shell(script).status == 0)
        await server.settle()
        #expect(server.requests.map(\.isChunked) == [false, false])
        #expect(server.requests[0].body == server.requests[1].body)
        #expect(server.requests[0].body.count > 300_000)
    }

    /// What was in the pipe is in the temporary file: the server gets it without the coding.
    @Test func aSpooledPipeIsSentWithoutTheCodingThatIsRefused() async throws {
        let server = try ScriptedServer(Script.answer(415), Script.answer(200))
        defer { server.stop() }
        let script =
            "head -c 300000 /dev/zero | \"$FORMUP\" post \(server.url())"
            + " -F f=@- --gzip --spool"
        #expect(try formup.shell(script).status == 0)
        await server.settle()
        #expect(server.requests.map { $0["Content-Encoding"] } == ["gzip", nil])
        #expect(server.requests.allSatisfy { $0.isComplete })
        let plain = try #require(server.requests.last).body
        #expect((300_000...300_300).contains(plain.count))
    }

    /// Without a temporary file the pipe is empty by then.
    @Test func aPipeIsNotSentAgainWithoutItsCoding() async throws {
        let server = try ScriptedServer(Script.answer(415), Script.answer(200))
        defer { server.stop() }
        let outcome = try formup.shell(
            "head -c 300000 /dev/zero | \"$FORMUP\" post \(server.url()) -F f=@- --gzip"
        )
        #expect(outcome.status == 1)
        #expect(outcome.error.contains("gzip"))
        await server.settle()
        #expect(server.requests.count == 1)
    }

    @Test(arguments: ["INT", "TERM"])
    func aSignalEndsAnUpload(_ signal: String) async throws {
        let server = try ScriptedServer(Script.stall, receiveBufferByteCount: 4096)
        defer { server.stop() }
        let outcome = try formup.shell(
            """
            head -c 20000000 /dev/zero > big
            "$FORMUP" post \(server.url()) --file f=big -v --json 2> log & child=$!
            while ! grep -q connected log; do :; done
            kill -\(signal) $child; wait $child; echo $?
            """
        )
        let text = String(decoding: outcome.output, as: UTF8.self)
        #expect(text.hasSuffix("\n130\n"))
        #expect(text.contains(#""outcome":"cancelled""#))
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
    func progressIsShownOnATerminal() async throws {
        let server = try ScriptedServer(Script.answer(200, "ok", rate: 4 << 20))
        defer { server.stop() }
        let outcome = try formup.shell(
            """
            head -c 2000000 /dev/zero > big
            export COLUMNS=60
            script -qec "$FORMUP post \(server.url()) --file f=big -o answer" /dev/null
            script -qec "head -c 9 big | $FORMUP post \(server.url()) -F f=@- -o answer" /dev/null
            script -qec "$FORMUP post \(server.url()) -F a=b -s -o answer" /dev/null
            """
        )
        let runs = String(decoding: outcome.output, as: UTF8.self).split(separator: "\r\n")
        try #require(runs.count == 2, "\(runs)")
        let lines = runs[0].split(separator: "\r\u{1B}[K")
        let percents = lines.compactMap { line in
            Int(line.prefix { $0 != "%" }.filter { $0 != " " })
        }
        #expect(percents.count == lines.count && percents == percents.sorted())
        #expect(percents.last == 100)
        #expect(lines.allSatisfy { $0.count < 60 && !$0.contains("nan") })
        #expect(!runs[1].contains("%") && runs[1].contains("bytes"))
    }
}
