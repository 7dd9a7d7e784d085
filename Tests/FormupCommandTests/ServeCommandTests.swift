import Foundation
import TestSupport
import Testing

struct ServeCommandTests {
    private let directory: TemporaryDirectory
    private let formup: FormupProcess

    /// A GIF of 3 by 2 pixels, as far as its header.
    private static let gif = Array("GIF89a".utf8) + [3, 0, 2, 0, 0, 0, 0, 0x3B]

    init() throws {
        directory = try TemporaryDirectory()
        formup = FormupProcess(folder: directory.path)
    }

    private func url(in line: String) throws -> String {
        String(try #require(line.firstMatch(of: /http:\/\/127\.0\.0\.1:[0-9]+\//)).output)
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func partsAndRequestsComeAsLines(_ signal: CInt) throws {
        _ = try directory.file("a.gif", Self.gif)
        let server = try RunningFormup(folder: directory.path, "serve", "--json", "--save", "in")
        let beginning = try server.nextLine()
        let url = try url(in: beginning)
        #expect(beginning == #"{"listening":"\#(url)"}"#)
        let outcome = try formup.run(
            "post",
            url + "up",
            "--field",
            "a=hello",
            "--file",
            "f=a.gif",
            "--gzip"
        )
        #expect(outcome.status == 0)
        let first = try server.nextLine()
        #expect(first.hasPrefix(#"{"index":0,"name":"a","headers":{"Content-Disposition":"#))
        #expect(first.contains(#""length":5,"sha256":"2cf24dba5fb0a30e26e83b2ac5b9e29e"#))
        let second = try server.nextLine()
        #expect(second.contains(#""filename":"a.gif","type":"image/gif","#))
        #expect(
            second.contains(
                #""saved":"in/a.gif","image":{"status":"found","type":"image/gif","width":3,"height":2,"#
            )
        )
        let last = try server.nextLine()
        #expect(
            last.replacing(/[0-9]+\.[0-9]{3}/, with: "S")
                == #"{"request":0,"method":"POST","target":"/up","status":200,"seconds":S}"#
        )
        #expect(server.end(by: signal) == 130)
        let saved = try Data(contentsOf: URL(filePath: directory.path + "/in/a.gif"))
        #expect(Array(saved) == Self.gif)
    }

    @Test func peopleGetWords() throws {
        let server = try RunningFormup(folder: directory.path, "serve")
        let beginning = try server.nextLine()
        let url = try url(in: beginning)
        #expect(
            beginning == "Listening on \(url) until it is interrupted, for example by Ctrl-C."
        )
        #expect(try server.nextLine().hasPrefix(" part       offset"))
        #expect(try formup.run("post", url, "--field", "a=hello").status == 0)
        #expect(
            try server.nextLine().hasSuffix(
                "            5  -                         -           a"
            )
        )
        #expect(try server.nextLine().hasPrefix("POST /: 200, 1 part in "))
        #expect(server.end(by: SIGINT) == 130)
    }

    @Test func whatWasWrongWithARequestIsTold() throws {
        let server = try RunningFormup(folder: directory.path, "serve", "--json")
        let url = try url(in: try server.nextLine())
        let outcome = try formup.run(
            "post",
            url,
            "--field",
            "a=b",
            "-H",
            "Content-Encoding: br",
            "--retry",
            "0"
        )
        #expect(outcome.status == 1)
        let line = try server.nextLine()
        #expect(line.contains(#""status":415,"#))
        #expect(line.hasSuffix(#""error":"this content coding can't be undone here"}"#))
    }

    @Test func aTakenPortIsAnErrorThatNamesIt() throws {
        let server = try RunningFormup(folder: directory.path, "serve", "--json")
        let url = try url(in: try server.nextLine())
        let port = try #require(url.split(separator: ":").last).dropLast()
        let outcome = try formup.run("serve", "--port", String(port))
        #expect(outcome.status == 2)
        #expect(
            outcome.error
                == "formup: 127.0.0.1:\(port): bind: Address already in use (errno 98)\n"
        )
    }

    @Test func withoutAnOutputThereIsNoServer() throws {
        let outcome = try formup.shell("exec \"$FORMUP\" serve > /dev/full")
        #expect(outcome.status == 1)
        #expect(outcome.error.hasPrefix("formup: standard output: "))
    }

    @Test(arguments: [["--port", "65536"], ["--port", "x"], ["file"], ["--save", "/dev/null"]])
    func wrongUsageIsRefused(_ arguments: [String]) throws {
        #expect(try formup.run(["serve"] + arguments).status == 2)
    }
}
