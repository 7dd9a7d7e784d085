import Foundation
import TestSupport
import Testing

/// What `post` tells, and where the answer goes.
struct PostOutputTests {
    private let directory: TemporaryDirectory
    private let formup: FormupProcess

    init() throws {
        directory = try TemporaryDirectory()
        formup = FormupProcess(folder: directory.path)
    }

    /// go-resty/resty#828, oven-sh/bun#41726: verbose output told credentials.
    @Test func verboseOutputHoldsNoSecret() async throws {
        let step = Script.answer(200, "ok", [("Set-Cookie", "s=secret4")])
        let server = try ScriptedServer(step)
        defer { server.stop() }
        let url = server.url().replacing("http://", with: "http://user:secret5@")
        let outcome = try formup.run(
            "post",
            url,
            "--field",
            "a=b",
            "-v",
            "-H",
            "Authorization: Bearer secret1",
            "-H",
            "Cookie: c=secret2",
            "-H",
            "Proxy-Authorization: Basic secret3",
            "-H",
            "X-A: b"
        )
        #expect(outcome.status == 0)
        #expect(outcome.error.contains("> Authorization: [redacted]\n> Cookie: [redacted]\n"))
        #expect(outcome.error.contains("> X-A: b\n"))
        #expect(outcome.error.contains("< 200 X\n< Set-Cookie: [redacted]\n"))
        #expect(!outcome.error.contains("secret"))
    }

    @Test func verboseOutputTellsTheFieldsOfEachRequest() async throws {
        let (outcome, _) = try await formup.post(
            [Script.answer(415), Script.redirect(303, to: "/done"), Script.answer(200)],
            "--field",
            "a=b",
            "--gzip",
            "-v",
            "-u",
            "me:secret"
        )
        #expect(outcome.status == 0)
        let requests = outcome.error.split(separator: "> POST").dropFirst()
            .flatMap { $0.split(separator: "> GET", omittingEmptySubsequences: false) }
        try #require(requests.count == 3)
        #expect(requests.map { $0.contains("> Content-Encoding: gzip\n") } == [true, false, false])
        #expect(requests.map { $0.contains("> Content-Type: ") } == [true, true, false])
        #expect(requests.map { $0.contains("* the body is ") } == [true, true, false])
        #expect(requests.allSatisfy { $0.contains("> Authorization: [redacted]\n") })
    }

    /// oven-sh/bun#38673, curl/curl#12278: control characters reached the terminal.
    @Test func nothingCommandsTheTerminal() async throws {
        let step = Script.raw(
            "HTTP/1.1 400 \u{1B}[31mno\r\nX: a\u{1B}]0;pwn\u{7}b\u{9B}\r\nContent-Length: 0\r\n\r\n"
        )
        let (outcome, _) = try await formup.post([step], "--field", "a=b", "-v")
        #expect(outcome.status == 1)
        let controls = outcome.error.unicodeScalars.filter {
            $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value)
        }
        #expect(controls.isEmpty)
        #expect(outcome.error.contains(#"400 \u{1B}[31mno"#))
    }

    /// The next file that is opened would have the number, and get what isn't meant for it.
    @Test func closedStandardStreamsAreNoOtherFile() async throws {
        let server = try ScriptedServer(Script.answer(200, "answer"))
        defer { server.stop() }
        let command = "\"$FORMUP\" post \(server.url()) --field a=b"
        let withoutOutput = try formup.shell("\(command) >&-")
        #expect(withoutOutput.status == 1)
        #expect(withoutOutput.error == "formup: standard output: Bad file descriptor (errno 9)\n")
        let withoutError = try formup.shell("\(command) -v 2>&-")
        #expect(withoutError.status == 0)
        #expect(withoutError.output == Array("answer".utf8))
        let withoutInput = try formup.shell("\(command) -F f=@- <&-")
        #expect(withoutInput.status != 0)
        #expect(withoutInput.error.contains("Bad file descriptor"))
        await server.settle()
        #expect(server.requests.count { $0.isComplete } == 2)
    }

    @Test func anAnswerGoesWhereALinkLeads() async throws {
        _ = try directory.file("target", Array("kept".utf8))
        try FileManager.default.createSymbolicLink(
            atPath: directory.path + "/link",
            withDestinationPath: "target"
        )
        let cut = Script.raw("HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\ncut")
        let (failed, _) = try await formup.post([cut], "--field", "a=b", "-o", "link")
        #expect(failed.status == 1)
        #expect(try text(of: "target") == "kept")
        let (whole, _) = try await formup.post(
            [Script.answer(200, "whole")],
            "-F",
            "a=b",
            "-o",
            "link"
        )
        #expect(whole.status == 0)
        #expect(try text(of: "target") == "whole")
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
        #expect(names == ["link", "target"])
        let type = try FileManager.default.attributesOfItem(atPath: directory.path + "/link")[.type]
        #expect(type as? FileAttributeType == .typeSymbolicLink)
    }

    @Test func anAnswerWaitsForTheReaderOfAPipe() async throws {
        let server = try ScriptedServer(Script.answer(200, "answer"))
        defer { server.stop() }
        let outcome = try formup.shell(
            "mkfifo pipe; cat pipe & \"$FORMUP\" post \(server.url()) --field a=b -o pipe && wait"
        )
        #expect(outcome.status == 0)
        #expect(outcome.output == Array("answer".utf8))
    }

    private func text(of name: String) throws -> String {
        try String(contentsOfFile: directory.path + "/" + name, encoding: .utf8)
    }
}
