import BodyStreaming
import Testing

@Suite struct JSONReaderTests {
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
        (#"{"s":"\u+123"}"#, 8), (#"{"s":"\u-000"}"#, 8),
        ("{\"x\":" + String(repeating: "[", count: 200), 132),
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
}
