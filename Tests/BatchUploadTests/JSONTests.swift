import BatchUpload
import Foundation
import TestSupport
import Testing

@Suite struct JSONTests {
    /// What the reader sees, as a text that shows order and repetition.
    private func seen(_ text: String) throws -> String {
        var reader = JSONReader(Array(text.utf8)[...])
        var result = ""
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "s": result += "\(key)=\(try reader.string());"
            case "i": result += "\(key)=\(try reader.integer());"
            case "b": result += "\(key)=\(try reader.boolean());"
            case "a":
                try reader.beginArray()
                result += "a="
                while try reader.nextElement() { result += try reader.string() + "," }
                result += ";"
            default:
                try reader.skipValue()
                result += "\(key);"
            }
        }
        try reader.finish()
        return result
    }

    static let texts: [(String, String)] = [
        ("{}", ""),
        (" { \"s\" : \"x\" ,\t\"s\":\"y\"}\r\n", "s=x;s=y;"),
        (#"{"s":"\"\\\/\b\f\n\r\t\u0041\u00e4\ud83d\ude00"}"#, "s=\"\\/\u{8}\u{C}\n\r\tAä😀;"),
        (#"{"i":-12,"b":true,"b":false}"#, "i=-12;b=true;b=false;"),
        (#"{"a":[],"a":["x"],"a":["x","y"]}"#, "a=;a=x,;a=x,y,;"),
        (#"{"x":{"y":[1,-0.5e+3,null,true,{"z":""}]},"b":true}"#, "x;b=true;"),
    ]

    @Test(arguments: texts) func membersAreSeenInTheirOrder(_ text: String, _ expected: String)
        throws
    {
        #expect(try seen(text) == expected)
    }

    static let malformed: [(String, Int)] = [
        ("", 0), ("{", 1), ("{\"s\"", 4), ("{\"s\":", 5), ("{\"s\":\"x", 7), ("{\"s\":\"x\"", 8),
        ("{\"x\":1,}", 7), ("{,\"x\":1}", 1), ("{\"x\":1 \"y\":2}", 7), ("{\"x\":1}}", 7),
        ("{\"x\":[1,]}", 8), ("{\"x\":01}", 6), ("{\"x\":+1}", 5), ("{\"x\":1.}", 7),
        ("{\"x\":1e}", 7), ("{\"x\":-}", 6), ("{\"x\":nul}", 5), ("{x:1}", 1),
        ("{\"s\":\"\n\"}", 6), (#"{"s":"\x"}"#, 7), (#"{"s":"\u12g4"}"#, 8),
        (#"{"s":"\ud800"}"#, 12), (#"{"s":"\udc00"}"#, 12), (#"{"s":"\ud800\u0041"}"#, 18),
        (#"{"s":"\u+123"}"#, 8), ("{\"x\":" + String(repeating: "[", count: 200), 132),
    ]

    @Test(arguments: malformed) func aMalformedTextIsRefusedWhereItIsWrong(
        _ text: String,
        _ offset: Int
    ) {
        #expect(throws: JSONFault.malformed(offset: offset)) { try seen(text) }
    }

    @Test func textThatIsNotUTF8IsRefused() {
        var reader = JSONReader([0x22, 0xFF, 0x22])
        #expect(throws: JSONFault.malformed(offset: 1)) { try reader.string() }
    }

    @Test(arguments: [
        (#"{"s":1}"#, "a string"), (#"{"i":"1"}"#, "a whole number"),
        (#"{"i":1.5}"#, "a whole number"),
        (#"{"i":99999999999999999999}"#, "a whole number"), (#"{"b":null}"#, "true or false"),
        (#"{"a":{}}"#, "an array"), ("[1]", "an object"),
    ]) func anotherTypeIsNamed(_ text: String, _ expected: String) {
        #expect(throws: JSONFault.wrongType(expected: expected)) { try seen(text) }
    }

    @Test func everyShorterPrefixIsMalformed() throws {
        let text = #"{"s":"a\u00e4\n","i":-10,"a":["x","y"],"x":{"k":[1.5e3,null]}}"#
        for count in 0..<text.utf8.count {
            let prefix = String(decoding: text.utf8.prefix(count), as: UTF8.self)
            #expect(throws: JSONFault.self, "\(prefix)") { try seen(prefix) }
        }
        _ = try seen(text)
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
            object.strings(strings)
            object.key("o")
            object.object { inner in
                inner.key(strings[0])
                inner.integer(.min)
                inner.key("b")
                inner.boolean(true)
            }
        }
        let bytes = writer.bytes
        #expect(bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
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
