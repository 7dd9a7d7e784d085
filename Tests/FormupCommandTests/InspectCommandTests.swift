import BodyStreaming
import Foundation
import TestSupport
import Testing

struct InspectCommandTests {
    private static let form =
        "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nhello\r\n"
        + "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"../x.txt\"\r\n"
        + "Content-Type: text/plain\r\n\r\nabc\r\n--b--\r\n"

    private static let firstLine =
        #"{"index":0,"name":"a","headers":{"Content-Disposition":"form-data; name=\"a\""},"#
        + #""offset":49,"length":5,"#
        + #""sha256":"2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"}"# + "\n"

    private static let secondLine =
        #"{"index":1,"name":"f","filename":"../x.txt","type":"text/plain","#
        + #""headers":{"Content-Disposition":"form-data; name=\"f\"; filename=\"../x.txt\"","#
        + #""Content-Type":"text/plain"},"offset":152,"length":3,"#
        + #""sha256":"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"}"# + "\n"

    private static let type = ["--content-type", "multipart/form-data; boundary=b"]

    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func inspect(
        _ input: [UInt8],
        _ arguments: String...
    ) throws -> FormupProcess.Outcome {
        try FormupProcess(folder: directory.path, input: input).run(["inspect", "-"] + arguments)
    }

    private static func text(_ outcome: FormupProcess.Outcome) -> String {
        String(decoding: outcome.output, as: UTF8.self)
    }

    @Test func eachPartIsAnObject() throws {
        let path = try directory.file("body", Array(Self.form.utf8))
        let outcome = try FormupProcess(folder: directory.path).run(
            ["inspect", path.string, "--json"] + Self.type
        )
        #expect(outcome.status == 0)
        #expect(outcome.error.isEmpty)
        #expect(Self.text(outcome) == Self.firstLine + Self.secondLine)
    }

    @Test func theBoundaryIsGuessedAloud() throws {
        let outcome = try inspect(Array(Self.form.utf8), "--json")
        #expect(outcome.status == 0)
        #expect(
            outcome.error
                == "formup: standard input: boundary taken from the first delimiter line: b\n"
        )
        #expect(Self.text(outcome) == Self.firstLine + Self.secondLine)
    }

    @Test func peopleGetATable() throws {
        let outcome = try inspect(Array(Self.form.utf8))
        #expect(
            Self.text(outcome) == """
                 part       offset       length  type                      pixels      name
                    0           49            5  -                         -           a
                    1          152            3  text/plain                -           f "../x.txt"

                """
        )
    }

    /// Each is a run of the command, so that some lengths stand for all.
    private static let lengths =
        Array(stride(from: 0, to: form.utf8.count - 7, by: 17))
        + Array((form.utf8.count - 7)...form.utf8.count)

    @Test(arguments: lengths)
    private func aTornBodyIsAnErrorAfterItsWholeParts(_ byteCount: Int) throws {
        let body = Array(Self.form.utf8)
        let outcome = try FormupProcess(
            folder: directory.path,
            input: Array(body.prefix(byteCount))
        ).run(["inspect", "-", "--json"] + Self.type)
        let isWhole = byteCount >= body.count - 2
        #expect(outcome.status == (isWhole ? 0 : 1))
        #expect(outcome.error.isEmpty == isWhole)
        #expect((Self.firstLine + Self.secondLine).hasPrefix(Self.text(outcome)))
    }

    @Test(
        arguments: [
            ("--b\r\nno colon\r\n\r\n", "part 0: its header can't be read at offset 7"),
            ("--b\r\n\r\nx\r\n--b--", "part 0, at offset 5: there is no Content-Disposition"),
            ("--b\nX: y\n", "offset 0: the delimiter line ends in LF, not in CR LF"),
            (
                "hello",
                "there is no delimiter line in the first 5 bytes; --content-type can name the boundary"
            ),
        ]
    )
    func malformedFramingIsAnErrorThatNamesTheOffset(body: String, words: String) throws {
        let outcome = try inspect(Array(body.utf8))
        #expect(outcome.status == 1)
        #expect(outcome.errorLines.dropLast().last == "formup: standard input: \(words)")
    }

    @Test func partsOfOtherMultipartBodiesNeedNoNames() throws {
        let outcome = try inspect(
            Array("--b\r\n\r\nx\r\n--b--\r\n".utf8),
            "--content-type",
            "multipart/mixed; boundary=b"
        )
        #expect(outcome.status == 0)
    }

    @Test func fieldsOfTheSameNameBecomeOneMember() throws {
        let disposition = "Content-Disposition: form-data; name=\"a\""
        let outcome = try inspect(
            Array("--b\r\nX-A: 1\r\n\(disposition)\r\nx-a: 2\r\n\r\n\r\n--b--\r\n".utf8),
            "--json"
        )
        #expect(outcome.status == 0)
        #expect(Self.text(outcome).contains(#""headers":{"X-A":"1, 2","Content-Disposition":"#))
    }

    @Test func aFormWithoutPartsIsOne() throws {
        let outcome = try inspect(Array("--b--\r\n".utf8))
        #expect(outcome.status == 0)
        #expect(outcome.output.isEmpty)
        #expect(outcome.error.hasSuffix("formup: the form has no parts\n"))
    }

    @Test func compressedBodiesAreUndone() throws {
        _ = try directory.file("body", Array(Self.form.utf8))
        let outcome = try FormupProcess(folder: directory.path).shell(
            "gzip -c body | \"$FORMUP\" inspect --json -"
        )
        #expect(outcome.status == 0)
        #expect(outcome.errorLines.first?.contains("gzip") == true)
        #expect(Self.text(outcome) == Self.firstLine + Self.secondLine)
        let torn = try FormupProcess(folder: directory.path).shell(
            "gzip -c body | head -c 60 | \"$FORMUP\" inspect --json -"
        )
        #expect(torn.status == 1)
        #expect(torn.error.contains("the compressed data is truncated: it ends after 60 bytes"))
    }

    @Test func imagesAreSniffedWhereverTheirHeadersAre() throws {
        // A TIFF may have its directory at the end, far behind what is kept in memory.
        let gap = 300_000
        let entries: [[UInt8]] = [
            [0, 1, 3, 0, 1, 0, 0, 0, 7, 0, 0, 0], [1, 1, 3, 0, 1, 0, 0, 0, 5, 0, 0, 0],
        ]
        let offset = UInt32(8 + gap)
        let place: [UInt8] = (0..<4).map { UInt8(truncatingIfNeeded: offset >> ($0 * 8)) }
        var tiff: [UInt8] = Array("II*\0".utf8)
        tiff += place
        tiff += [UInt8](repeating: 0, count: gap)
        tiff += [2, 0]
        tiff += entries.joined()
        tiff += [0, 0, 0, 0]
        let head = "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.tif\"\r\n\r\n"
        let body = Array(head.utf8) + tiff + Array("\r\n--b--\r\n".utf8)
        let path = try directory.file("body", body)
        let whole = try FormupProcess(folder: directory.path).run("inspect", "--json", path.string)
        let found = #""image":{"status":"found","type":"image/tiff","width":7,"height":5,"#
        #expect(Self.text(whole).contains(found))
        #expect(Self.text(try inspect(body, "--json")).contains(#""status":"truncated""#))
        let extracted = try inspect(body, "--json", "--extract", "out")
        #expect(Self.text(extracted).contains(found))
    }

    @Test func extractedFilesStayInsideAndReplaceNothing() throws {
        let names = ["../../up", "/abs", "..", ".hidden", "a\\b", "up"]
        let parts = names.enumerated().map { index, name in
            "--b\r\nContent-Disposition: form-data; name=\"n\"; filename=\"\(name)\"\r\n\r\n"
                + "\(index)\r\n"
        }
        let field = "--b\r\nContent-Disposition: form-data; name=\"field\"\r\n\r\nvalue\r\n"
        let body = Array((parts.joined() + field + "--b--\r\n").utf8)
        let outcome = try inspect(body, "--extract", "d/e")
        #expect(outcome.status == 0)
        let folder = directory.path + "/d/e/"
        var contents: [String: String] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            contents[name] = try String(contentsOfFile: folder + name, encoding: .utf8)
        }
        #expect(
            contents == [
                "up": "0", "abs": "1", "upload": "2", "_hidden": "3", "b": "4", "up-1": "5",
                "field": "value",
            ]
        )
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["d"])
    }

    @Test func tornPartsAreNotExtracted() throws {
        let body = Array(Self.form.utf8.dropLast(12))
        let outcome = try inspect(body, "--extract", "out")
        #expect(outcome.status == 1)
        let folder = directory.path + "/out"
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a"])
    }

    @Test(
        arguments: [
            ["absent"], ["."], [], ["a", "b"], ["-", "--content-type", "text/plain"],
            ["-", "--content-type", "multipart/form-data"], ["-", "--content-encoding", "br"],
        ]
    )
    func whatCannotBeReadIsAUsageError(_ arguments: [String]) throws {
        let outcome = try FormupProcess(folder: directory.path).run(["inspect"] + arguments)
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.error.hasPrefix("formup: "))
        #expect(outcome.errorLines.count == 2)
    }

    @Test func nothingOfABodyCommandsTheTerminal() throws {
        let body =
            "--b\r\nContent-Disposition: form-data; name=\"\u{1B}[31m\"\r\n"
            + "Content-Type: \u{1B}[0m\r\n\r\nx\r\n--b--\r\n"
        for arguments in [[], ["--json"]] {
            let outcome = try FormupProcess(folder: directory.path, input: Array(body.utf8))
                .run(["inspect", "-"] + arguments)
            #expect(outcome.status == 0)
            #expect(!outcome.output.contains(0x1B))
        }
    }
}
