import MultipartFormData
import Testing

@Suite struct ContentDispositionTests {
    private func value(
        _ name: String,
        _ filename: String?,
        _ dialect: FormDialect = .whatwg
    ) -> String {
        ContentDisposition(name: name, filename: filename).fieldValue(dialect: dialect)
    }

    @Test(arguments: [
        ("album", "form-data; name=\"album\""),
        ("", "form-data; name=\"\""),
        // nodejs/undici#1786: raw UTF-8, not Latin-1.
        ("fiŝo", "form-data; name=\"fiŝo\""),
        ("a\"b\\c", "form-data; name=\"a%22b\\c\""),
        ("a\r\nb", "form-data; name=\"a%0D%0Ab\""),
        ("a\nb", "form-data; name=\"a%0D%0Ab\""),
        ("a\rb", "form-data; name=\"a%0D%0Ab\""),
        ("\n\r\r\n", "form-data; name=\"%0D%0A%0D%0A%0D%0A\""),
        ("100%", "form-data; name=\"100%\""),
        ("%22", "form-data; name=\"%22\""),
        ("a\u{0}b", "form-data; name=\"a\u{0}b\""),
    ])
    func namesAreNormalisedThenEscaped(name: String, expected: String) {
        #expect(Array(value(name, nil).utf8) == Array(expected.utf8))
    }

    @Test(arguments: [
        // Alamofire/Alamofire#2647 and psf/requests#5641: a quote ends the parameter.
        ("a\"b.pdf", "a%22b.pdf"),
        // golang/go#75557, AsyncHttpClient/async-http-client#2203, guzzle/psr7#691: line breaks
        // write header fields. CR and LF are one Character in Swift.
        (
            "evil.txt\r\nContent-Type: text/html\r\n\r\n<b>",
            "evil.txt%0D%0AContent-Type: text/html%0D%0A%0D%0A<b>"
        ),
        ("a\rb\nc", "a%0Db%0Ac"),
        // curl/curl#3361: one backslash stays one.
        ("a\\b.txt", "a\\b.txt"),
        // urllib3/urllib3#900, psf/requests#4652, mwclient/mwclient#65: raw UTF-8, no filename*.
        ("файл.png", "файл.png"),
        // expressjs/multer#1104, mscdex/busboy#319: UTF-8 even if a server reads Latin-1.
        ("031汉堡包.docx", "031汉堡包.docx"),
        // apache/opendal#8192: a name can't close its quotes and write another.
        ("evil\"; name=\"role", "evil%22; name=%22role"),
        // akka/akka-http#387: in quotes though it is a token.
        ("somefile.jpeg", "somefile.jpeg"),
        ("dir/a.png", "dir/a.png"),
    ])
    func filenamesAreEscapedOnly(filename: String, escaped: String) {
        let expected = "form-data; name=\"f\"; filename=\"\(escaped)\""
        #expect(Array(value("f", filename).utf8) == Array(expected.utf8))
    }

    // sanic-org/sanic#2625, filesender/filesender#2620: bytes are kept, composed or not.
    @Test func unicodeIsNotNormalised() {
        let composed = value("f", "\u{E4}.txt")
        let decomposed = value("f", "a\u{308}.txt")
        let prefix = Array("form-data; name=\"f\"; filename=\"".utf8)
        #expect(Array(composed.utf8) == prefix + [0xC3, 0xA4] + Array(".txt\"".utf8))
        #expect(Array(decomposed.utf8) == prefix + [0x61, 0xCC, 0x88] + Array(".txt\"".utf8))
        #expect(
            ContentDisposition(name: "f", filename: "\u{E4}")
                != ContentDisposition(name: "f", filename: "a\u{308}")
        )
        #expect(Set(["\u{E4}", "a\u{308}"].map { ContentDisposition(name: $0) }).count == 2)
    }

    // sanic-org/sanic#1497: an empty file name is a file without a name, none is no file.
    @Test func filenamesHaveThreeStates() {
        #expect(value("f", nil) == "form-data; name=\"f\"")
        #expect(value("f", "") == "form-data; name=\"f\"; filename=\"\"")
        #expect(value("f", "a") == "form-data; name=\"f\"; filename=\"a\"")
        #expect(ContentDisposition(name: "f") != ContentDisposition(name: "f", filename: ""))
    }

    @Test(arguments: [
        (FormDialect.whatwg, "form-data; name=\"é%22\\%0D%0A\"; filename=\"é %22\\%0A\""),
        (.backslash, "form-data; name=\"é\\\"\\\\%0D%0A\"; filename=\"é \\\"\\\\%0A\""),
        (
            .extended,
            "form-data; name=\"é%22\\%0D%0A\"; filename=\"é %22\\%0A\"; "
                + "filename*=UTF-8''%C3%A9%20%22%5C%0A"
        ),
        (.ascii, "form-data; name=\"%C3%A9%22\\%0D%0A\"; filename=\"%C3%A9 %22\\%0A\""),
    ])
    func dialectsDifferInTheirEscapes(dialect: FormDialect, expected: String) {
        #expect(value("é\"\\\n", "é \"\\\n", dialect) == expected)
    }

    @Test func extendedValuesKeepAttributeCharactersOnly() {
        let all = String(decoding: Array(0x20...0x7E) as [UInt8], as: UTF8.self)
        let expected =
            "%20!%22#$%25&%27%28%29%2A+%2C-.%2F0123456789%3A%3B%3C%3D%3E%3F%40"
            + "ABCDEFGHIJKLMNOPQRSTUVWXYZ%5B%5C%5D^_`abcdefghijklmnopqrstuvwxyz%7B|%7D~"
        #expect(value("f", all, .extended).hasSuffix("; filename*=UTF-8''\(expected)"))
        #expect(value("f", "", .extended) == "form-data; name=\"f\"; filename=\"\"")
    }
}
