import Foundation
import TestSupport
import Testing

struct DemoCommandTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func picturesAreMadeAndSentAndOneIsRetried() throws {
        let outcome = try FormupProcess(folder: directory.path).shell(
            "TMPDIR=\"$PWD\" exec \"$FORMUP\" demo --count 2"
        )
        #expect(outcome.status == 0)
        let lines = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
        try #require(lines.count == 3)
        let columns = lines.map { line in
            line.split(separator: /\x20{2,}/).map { String($0) }
        }
        #expect(
            columns[0] == ["picture", "type", "size", "pixels", "attempts", "outcome"]
        )
        #expect(columns[1].prefix(2) == ["dawn-1.jpg", "image/jpeg"] && columns[1][3] == "640x480")
        #expect(columns[2].prefix(2) == ["noon-2.png", "image/png"] && columns[2][3] == "320x240")
        #expect(Set([columns[1][4], columns[2][4]]) == ["1", "2"])
        #expect(Set([columns[1][5], columns[2][5]]) == ["arrived", "arrived, after a 503"])
        #expect(
            outcome.error.contains("2 pictures arrived, byte for byte, 1 of them after another")
        )
        #expect(outcome.error.contains("\n    formup serve --port 8080\n"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
    }

    @Test func anInterruptionLeavesNothingBehind() throws {
        let demo = try RunningFormup(
            folder: directory.path,
            "demo",
            "--count",
            "3",
            environment: ["TMPDIR": directory.path]
        )
        #expect(try demo.nextErrorLine().hasPrefix("Made 3 pictures, "))
        #expect(try !FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
        #expect(demo.end(by: SIGINT) == 130)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
    }

    @Test(arguments: [["--count", "0"], ["--count", "1001"], ["here"]])
    func wrongUsageIsRefused(_ arguments: [String]) throws {
        let outcome = try FormupProcess(folder: directory.path).run(["demo"] + arguments)
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
    }
}
