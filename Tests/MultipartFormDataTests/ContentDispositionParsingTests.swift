import MultipartFormData
import Testing

@Suite struct ContentDispositionParsingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String { value }
        var value: String
        var expected: String
        var escapes = ParameterEscapes.percent

        init(_ value: String, _ expected: String, _ escapes: ParameterEscapes = .percent) {
            self.value = value
            self.expected = expected
            self.escapes = escapes
        }
    }

    static let cases: [Case] = [
        Case(#"form-data; name="a""#, "a|-"),
        Case(#"FORM-DATA;name="a";Filename="b""#, "a|b"),
        Case(#"form-data; filename="b"; name="a""#, "a|b"),
        Case(#"  form-data ; name=a ; filename=b.png ; "#, "a|b.png"),
        Case(#"form-data;;; name="a""#, "a|-"),
        Case(#"form-data; name="""#, "|-"),
        Case(#"form-data; name="a"; filename="""#, "a|"),
        Case(#"form-data; name="a;b=c; filename=d""#, "a;b=c; filename=d|-"),
        Case(#"form-data; name="é"; filename=é😀"#, "é|é😀"),
        Case(#"form-data; name="a"; other="x"; size=1"#, "a|-"),
        // Escapes of browsers.
        Case(#"form-data; name="a%22b%0D%0Ac%0A%0D""#, "a\"b\r\nc\n\r|-"),
        Case(#"form-data; name="a%20b%2522%0d%""#, "a%20b%2522%0d%|-"),
        Case(#"form-data; name="a\b"; filename="C:\x\\y\""#, #"a\b|C:\x\\y\"#),
        // Escapes of quoted strings.
        Case(#"form-data; name="a\"b\\c\d%22%0D""#, "a\"b\\c\\d%22\r|-", .backslash),
        Case(#"form-data; name="a\"; filename=\"b""#, #"a"; filename="b|-"#, .backslash),
        Case(#"form-data; name="a\"b\\c""#, #"a"b\c|-"#, .automatic),
        Case(#"form-data; name="a%22b\\c""#, #"a"b\\c|-"#, .automatic),
        Case(#"form-data; name="a\"; filename="b\""#, #"a\|b\"#, .automatic),
        // RFC 8187.
        Case("form-data; name=a; filename*=UTF-8''na%C3%AFve%20%E2%82%AC", "a|naïve €"),
        Case("form-data; name=a; filename*=utf-8'en'x; filename=y", "a|x"),
        Case("form-data; name=a; filename=y; filename*=iso-8859-1''%A3", "a|£"),
        Case("form-data; name=a; filename=y; filename*=UTF-8''%FF", "a|y"),
        Case("form-data; name=a; filename=y; filename*=UTF-8''%4", "a|y"),
        Case("form-data; name=a; filename=y; filename*=koi8-r''%41", "a|y"),
        Case("form-data; name=a; filename*=nothing", "a|-"),
        // Faults.
        Case("", "its value can't be read at offset 0"),
        Case("form-data", "it has no name"),
        Case("form-data; filename=x", "it has no name"),
        Case("attachment; name=a", "its type is attachment where form-data is due"),
        Case("form-data; name", "its value can't be read at offset 15"),
        Case("form-data; name=", "its value can't be read at offset 16"),
        Case("form-data; name =a", "its value can't be read at offset 15"),
        Case("form-data; name=a b", "its value can't be read at offset 18"),
        Case(#"form-data; name="a"#, "its value can't be read at offset 18"),
        Case(#"form-data; name="a"b"#, "its value can't be read at offset 19"),
        Case(#"form-data; name="a\"b""#, "its value can't be read at offset 20"),
        Case("form-data name=a", "its value can't be read at offset 10"),
        Case("form-data; name=a; NAME=b", "it has name twice"),
        Case("form-data; name=a; filename=x; filename=x", "it has filename twice"),
    ]

    @Test(arguments: cases)
    func reads(_ testCase: Case) {
        let result: String
        do throws(ContentDispositionFault) {
            let disposition = try ContentDisposition(
                parsing: Array(testCase.value.utf8),
                escapes: testCase.escapes
            )
            result = "\(disposition.name)|\(disposition.filename ?? "-")"
        } catch {
            result = error.description
        }
        #expect(Array(result.utf8) == Array(testCase.expected.utf8), "\(result)")
    }

    @Test func bytesThatAreNotUTF8AreReplaced() throws {
        let value = Array("form-data; name=\"caf".utf8) + [0xE9] + Array("\"".utf8)
        #expect(try ContentDisposition(parsing: value).name == "caf\u{FFFD}")
    }

    /// Names in two Unicode forms stay apart (sanic-org/sanic#2625).
    @Test(arguments: ["\u{E4}", "a\u{308}"])
    func unicodeFormsAreKept(_ name: String) throws {
        let value = Array("form-data; name=\"\(name)\"".utf8)
        #expect(Array(try ContentDisposition(parsing: value).name.utf8) == Array(name.utf8))
    }
}

@Suite struct BoundaryParsingTests {
    @Test(arguments: [
        ("multipart/form-data; boundary=abc", "abc"),
        ("Multipart/Form-Data;BOUNDARY=\"a b:c\" ; charset=utf-8", "a b:c"),
        ("multipart/mixed; charset=x; boundary=----x", "----x"),
        ("multipart/form-data", "the content type has no boundary"),
        ("text/plain; boundary=x", "\"text/plain; boundary=x\""),
        ("multipart/form-data; boundary=a; boundary=b", "is not a multipart one"),
        ("multipart/form-data; boundary=a b", "is not a multipart one"),
        ("multipart/form-data; boundary=\"a \"", "it ends in a space"),
        ("multipart/form-data; boundary=\"\"", "it is empty"),
        ("\u{1B}[31m", #"the content type "\u{1B}[31m" is not a multipart one"#),
        ("", "is not a multipart one"),
    ])
    func reads(contentType: String, expected: String) {
        do throws(MultipartParserError) {
            #expect(try Boundary(contentType: contentType).value == expected)
        } catch {
            #expect(error.description.contains(expected), "\(error)")
        }
    }
}
