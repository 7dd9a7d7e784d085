import BodyStreaming
import Foundation
import TestSupport
import Testing

@Suite struct JSONWriterTests {
    private func text(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        write(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func membersKeepTheirOrderAndThoseWithoutAValueAreLeftOut() {
        let object = JSONWriter.object { object in
            object.member("z", 1)
            object.member("a", "b")
            object.member("none", nil as String?)
            object.member("no number", nil as Int?)
            object.member("list", ["p", "q"])
            object.member("on", true)
            object.member("length", orNull: nil)
            object.member("size", orNull: 7)
            object.member("seconds", .milliseconds(1520))
            object.member("inner") { $0.member("é", "x") }
            object.member("text", json: #"{"k":1}"#)
            object.member("b\n", [])
        }
        #expect(
            object == #"{"z":1,"a":"b","list":["p","q"],"on":true,"length":null,"size":7,"#
                + #""seconds":1.520,"inner":{"é":"x"},"text":{"k":1},"b\n":[]}"#
        )
        #expect(JSONWriter.object { _ in } == "{}")
    }

    @Test func elementsAndLinesAreSeparated() {
        let lines = text { writer in
            writer.array { elements in
                elements.integer(1)
                elements.null()
                elements.string("x")
                elements.object { _ in }
                elements.array { _ in }
            }
            writer.endLine()
            writer.boolean(false)
            writer.endLine()
        }
        #expect(lines == "[1,null,\"x\",{},[]]\nfalse\n")
    }

    @Test func textGoesBehindTheBytesThatAreThere() {
        var writer = JSONWriter(appendingTo: Array("{\"a\":1,".utf8))
        writer.member("b", 2)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == "{\"a\":1,\"b\":2")
    }

    static let strings: [(String, String)] = [
        ("", #""""#),
        ("a\"b\\c/é😀", #""a\"b\\c/é😀""#),
        ("\r\n\t\u{0}\u{1B}\u{7F}", #""\r\n\t\u0000\u001b\u007f""#),
        ("\u{9B}\u{2028}\u{202E}\u{2069}", #""\u009b\u2028\u202e\u2069""#),
        ("\u{2027}\u{202F}\u{2065}\u{206A}\u{A0}", "\"\u{2027}\u{202F}\u{2065}\u{206A}\u{A0}\""),
        (String(decoding: [0x61, 0xFF, 0xC3], as: UTF8.self), "\"a\u{FFFD}\u{FFFD}\""),
    ]

    @Test(arguments: strings)
    func whatCouldCommandATerminalIsEscaped(_ value: String, _ expected: String) {
        #expect(Array(text { $0.string(value) }.utf8) == Array(expected.utf8))
    }

    @Test(
        arguments: [
            (0.5, "0.5"), (-1, "-1.0"), (.infinity, "null"), (-.infinity, "null"), (.nan, "null"),
        ] as [(Double, String)]
    )
    func aNumberThatJSONCannotWriteIsNull(_ value: Double, _ expected: String) {
        #expect(text { $0.number(value) } == expected)
    }

    @Test func wholeNumbersAreExact() {
        #expect(text { $0.integer(.min) } == "-9223372036854775808")
        #expect(text { $0.integer(.max) } == "9223372036854775807")
    }

    /// Random values, written by us, read by Foundation and by us.
    @Test(arguments: 0..<30) func whatIsWrittenIsReadAsItWas(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let alphabet: [Unicode.Scalar] = [
            "a", "\"", "\\", "/", "\n", "\r", "\t", "\0", "\u{1B}", "\u{7F}", "\u{9B}", "ä", "漢",
            "😀", "\u{202E}", "\u{2028}", "e", "\u{301}",
        ]
        let strings = (0..<8).map { _ in
            var text = ""
            for _ in 0..<Int.random(in: 0...9, using: &generator) {
                text.unicodeScalars.append(alphabet.randomElement(using: &generator) ?? "a")
            }
            return text
        }
        var writer = JSONWriter()
        writer.object { object in
            object.key("a")
            object.array { list in strings.forEach { list.string($0) } }
            object.key("o")
            object.object { inner in
                inner.key(strings[0])
                inner.integer(.min)
                inner.key("b")
                inner.boolean(true)
            }
        }
        let bytes = writer.bytes
        let controls = String(decoding: bytes, as: UTF8.self).unicodeScalars.filter {
            $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || $0 == "\u{202E}"
        }
        #expect(controls.isEmpty)
        let parsed = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        let list = try #require(parsed?["a"] as? [String])
        #expect(list.map { Array($0.utf8) } == strings.map { Array($0.utf8) })
        var reader = JSONReader(bytes[...])
        try reader.beginObject()
        #expect(try reader.nextKey() == "a")
        try reader.beginArray()
        for string in strings {
            #expect(try reader.nextElement())
            #expect(try Array(reader.string().utf8) == Array(string.utf8))
        }
        #expect(try !reader.nextElement())
    }

    @Test(arguments: [
        (Duration.zero, "0.000"), (.milliseconds(1), "0.001"), (.milliseconds(12_345), "12.345"),
        (.microseconds(1_999_999), "1.999"), (.seconds(-1), "0.000"),
    ]) func secondsHaveThreeDecimals(_ value: Duration, _ text: String) {
        var writer = JSONWriter()
        writer.seconds(value)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == text)
    }
}
