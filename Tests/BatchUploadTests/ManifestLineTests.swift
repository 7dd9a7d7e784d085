import BatchUpload
import BodyStreaming
import TestSupport
import Testing

@Suite struct ManifestLineTests {
    private func line(_ text: String, number: Int = 2) throws(BatchError) -> ManifestLine {
        try ManifestLine(Array(text.utf8)[...], number: number)
    }

    @Test func everyMemberIsRead() throws {
        let read = try line(
            #"{"id":"7","url":"https://example.org/","method":"PUT","headers":{"B":"1","A":"2"},"#
                + #""fields":[{"name":"album","value":"x"},{"value":"","name":"é"}],"#
                + #""files":[{"name":"photo","path":"a.jpg","filename":"b.jpg","type":"image/x","#
                + #""range":"10-19"},{"name":"n","path":"c"}],"after":["3","4"],"#
                + #""idempotencyKey":"kk"}"#
        )
        var expected = ManifestLine(number: 2)
        expected.identifier = "7"
        expected.url = "https://example.org/"
        expected.method = "PUT"
        expected.headers = [.init(name: "B", value: "1"), .init(name: "A", value: "2")]
        expected.fields = [.init(name: "album", value: "x"), .init(name: "é", value: "")]
        expected.files = [
            .init(name: "photo", path: "a.jpg", filename: "b.jpg", type: "image/x", range: 10..<20),
            .init(name: "n", path: "c"),
        ]
        expected.after = ["3", "4"]
        expected.idempotencyKey = "kk"
        #expect(read == expected)
    }

    @Test func theNumberOfTheLineIsTheNameOfAnItemWithoutOne() throws {
        #expect(try line("{}", number: 12).identifier == "12")
    }

    static let faults: [(String, String)] = [
        (#"{"id":"1","filez":[]}"#, "line 2 of the manifest, key \"filez\": there is no such key"),
        (#"{"id":"#, "line 2 of the manifest, key \"id\": this is no JSON, at offset 6"),
        ("[1]", "line 2 of the manifest: the value has to be an object"),
        (
            #"{"fields":[{"name":"a"}]}"#,
            "line 2 of the manifest, key \"fields[0].value\": the key is missing"
        ),
        (
            #"{"files":[{"name":"a","path":"b"},{"name":"a"}]}"#,
            "line 2 of the manifest, key \"files[1].path\": the key is missing"
        ),
        (
            #"{"files":[{"name":"a","path":"b","mode":"c"}]}"#,
            "line 2 of the manifest, key \"files[0].mode\": there is no such key"
        ),
        (#"{"id":1}"#, "line 2 of the manifest, key \"id\": the value has to be a string"),
        (#"{"id":"1","id":"2"}"#, "line 2 of the manifest, key \"id\": the key is there twice"),
        (#"{"after":"3"}"#, "line 2 of the manifest, key \"after\": the value has to be an array"),
        (
            #"{"after":["3",4]}"#,
            "line 2 of the manifest, key \"after[1]\": the value has to be a string"
        ),
        (
            #"{"headers":{"A":1}}"#,
            "line 2 of the manifest, key \"headers.A\": the value has to be a string"
        ),
        (
            #"{"files":[{"name":"a","path":"b","range":"9-1"}]}"#,
            "line 2 of the manifest, key \"files[0].range\": \"9-1\" is no range FIRST-LAST of bytes"
        ),
        (#"{"a\u001b[2J":1}"#, "line 2 of the manifest, key \"a\\u{1B}[2J\": there is no such key"),
    ]

    @Test(arguments: faults) func aFaultNamesLineAndKey(_ text: String, _ description: String) {
        let error = #expect(throws: BatchError.self) { try line(text) }
        #expect(error.map { "\($0)" } == description)
    }

    @Test(arguments: ["-1-2", "1", "a-b", "0-9223372036854775807", "1-2-3", ""])
    func whatIsNoRangeIsRefused(_ range: String) {
        #expect(throws: BatchError.self) {
            try line(#"{"files":[{"name":"a","path":"b","range":"\#(range)"}]}"#)
        }
    }

    // MARK: Lines

    private func identifiers(_ lines: consuming UploadLines) throws -> [String] {
        var identifiers: [String] = []
        while case .line(let line) = try lines.next() {
            identifiers.append("\(line.identifier):\(line.files.map(\.path.string).joined())")
        }
        return identifiers
    }

    @Test func emptyLinesAreLeftOutAndCounted() throws {
        let text = "{\"id\":\"x\"}\r\n\n{}\n\n  {}"
        #expect(try identifiers(UploadLines(manifest: Body(text))) == ["x:", "3:", "5:"])
        #expect(try identifiers(UploadLines(manifest: Body(""))).isEmpty)
    }

    @Test func whatAnEditorOfAnotherSystemAddsIsNoFault() throws {
        let text = "\u{FEFF}{\"id\":\"x\"}\r\n{\"id\":\"y\"}\r\n"
        #expect(try identifiers(UploadLines(manifest: Body(text))) == ["x:", "y:"])
        #expect(throws: BatchError.self) {
            try identifiers(UploadLines(manifest: Body("{}\n\u{FEFF}{}\n")))
        }
    }

    @Test func whatIsWrittenIsReadAsItWas() throws {
        var line = ManifestLine(number: 1)
        #expect(line.json.map { String(decoding: $0, as: UTF8.self) } == "{\"id\":\"1\"}\n")
        line.identifier = "7\u{1B}"
        line.url = "http://127.0.0.1/?a=b"
        line.method = "PUT"
        line.headers = [ManifestLine.HeaderField(name: "X-A", value: "\"v\"")]
        line.fields = [
            ManifestLine.Field(name: "a", value: "\r\n"), ManifestLine.Field(name: "a", value: ""),
        ]
        line.files = [
            ManifestLine.File(name: "f", path: "a\nb/\u{E4}", type: "image/x", range: 3..<4),
            ManifestLine.File(name: "g", path: "c", filename: ""),
        ]
        line.after = ["3", "4"]
        line.idempotencyKey = "k"
        let json = try #require(line.json)
        #expect(json.last == UInt8(ascii: "\n"))
        #expect(try ManifestLine(json.dropLast(), number: 1) == line)
    }

    @Test func aPathThatIsNoTextCantBeWritten() {
        var line = ManifestLine(number: 1)
        line.files = [ManifestLine.File(name: "f", path: LocalPath(bytes: [0x61, 0xFF]))]
        #expect(line.json == nil)
    }

    @Test func pathsAreTakenByTheirBytes() throws {
        let list = try UploadLines(paths: Body("a\nb c\n\u{E4}"), fieldName: "f")
        #expect(try identifiers(list) == ["1:a", "2:b c", "3:\u{E4}"])
        let nul = try UploadLines(paths: Body("a\nb\0c\r\0"), fieldName: "f", separator: 0)
        #expect(try identifiers(nul) == ["1:a\nb", "2:c\r"])
        var odd = try UploadLines(paths: [LocalPath(bytes: [0x61, 0xFF])], fieldName: "f")
        guard case .line(let line) = try odd.next() else { return #expect(Bool(false)) }
        #expect(line.files[0].path.bytes == [0x61, 0xFF] && line.files[0].name == "f")
    }

    @Test func anEndlessLineIsRefused() throws {
        let body = Body([UInt8](repeating: 0x20, count: 17 << 20))
        var lines = try UploadLines(manifest: body)
        #expect(throws: BatchError.self) { try lines.next() }
    }

    /// However the bytes are cut into pieces, the lines are the same.
    @Test(arguments: 0..<20) func piecesDontMatter(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let bytes: [UInt8] = (0..<Int.random(in: 0...300, using: &generator)).map { _ in
            [0x61, 0x0A, 0x0D, 0xFF].randomElement(using: &generator) ?? 0
        }
        var splitter = LineSplitter()
        var lines: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Int.random(in: 1...40, using: &generator))
            rest = rest.dropFirst(piece.count)
            splitter.append(atMost: piece.count) { output in
                for byte in piece { output.append(byte) }
            }
            while let line = splitter.next() {
                #expect(line.number == lines.count + 1 && line.isComplete)
                lines.append(Array(line.bytes))
            }
        }
        if let line = splitter.last() { lines.append(Array(line.bytes)) }
        var expected = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            line.last == 0x0D ? Array(line.dropLast()) : Array(line)
        }
        if bytes.isEmpty || bytes.last == 0x0A { expected.removeLast() }
        #expect(lines == expected)
    }
}
