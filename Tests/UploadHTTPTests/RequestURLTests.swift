import Testing
import UploadHTTP

struct RequestURLTests {
    @Test(arguments: [
        ("http://example.com", "http://example.com/", "http://example.com"),
        ("HTTP://EXAMPLE.com:80/a?b#c", "http://example.com/a?b", "http://example.com"),
        ("https://example.com:443/a/../b", "https://example.com/a/../b", "https://example.com"),
        ("http://example.com:8080?q", "http://example.com:8080/?q", "http://example.com:8080"),
        ("http://user:pw@example.com/", "http://example.com/", "http://example.com"),
        ("http://[::1]:9/x", "http://[::1]:9/x", "http://[::1]:9"),
        (
            "http://[2001:DB8::1.2.3.4]/", "http://[2001:db8::1.2.3.4]/",
            "http://[2001:db8::1.2.3.4]"
        ),
        ("http://[fe80::1%25eth0]/", "http://[fe80::1%25eth0]/", "http://[fe80::1%25eth0]"),
        ("http://example.com:/", "http://example.com/", "http://example.com"),
        ("http://h/ä?ö", "http://h/%C3%A4?%C3%B6", "http://h"),
        ("http://h//a//b", "http://h//a//b", "http://h"),
    ])
    func absoluteURLsAreTakenApart(text: String, expected: String, origin: String) throws {
        let url = try RequestURL(text)
        #expect(url.text == expected)
        #expect("\(url.origin)" == origin)
    }

    @Test(arguments: [
        ("", InvalidURLReason.missingScheme),
        ("example.com/a", .missingScheme),
        ("//example.com/a", .missingScheme),
        ("not a url", .invalidCharacter),
        ("ftp://example.com/", .unsupportedScheme),
        ("file:///etc/passwd", .unsupportedScheme),
        ("javascript:alert(1)", .unsupportedScheme),
        ("http:/example.com", .missingHost),
        ("http://", .missingHost),
        ("http:///path", .missingHost),
        ("http://user@/", .missingHost),
        ("http://:80/", .missingHost),
        ("http://a b/", .invalidCharacter),
        ("http://a/\r\nX: y", .invalidCharacter),
        ("http://a/\u{7F}", .invalidCharacter),
        ("http://a\\b/", .invalidHost), ("http://a\\@b/", .invalidHost),
        ("http://a<b/", .invalidHost),
        ("http://[::1/", .invalidHost),
        ("http://[::1]x/", .invalidHost),
        ("http://[1:2:3:4:5:6:7]/", .invalidHost),
        ("http://[1:2:3:4:5:6:7:8:9]/", .invalidHost),
        ("http://[::1::2]/", .invalidHost),
        ("http://[::g]/", .invalidHost),
        ("http://[::1.2.3.256]/", .invalidHost),
        ("http://a:0/", .invalidPort),
        ("http://a:65536/", .invalidPort),
        ("http://a:99999999999/", .invalidPort),
        ("http://a:8x/", .invalidPort),
        ("http://a:-1/", .invalidPort),
    ])
    func malformedURLsAreRefused(text: String, reason: InvalidURLReason) {
        #expect(throws: RequestError.invalidURL(text: text, reason: reason)) {
            try RequestURL(text)
        }
    }

    // The table of RFC 3986, sections 5.4.1 and 5.4.2.
    @Test(arguments: [
        ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"), ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"),
        ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q"), ("g#s", "http://a/b/c/g"),
        ("g?y#s", "http://a/b/c/g?y"), (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"),
        ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
        ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"),
        ("../..", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
        ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."),
        ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"), ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"), ("g?y/../x", "http://a/b/c/g?y/../x"),
        ("https://other:8443/x", "https://other:8443/x"),
        ("//user:pw@g/", "http://g/"), ("/a b", "http://a/a%20b"), ("/ä", "http://a/%C3%A4"),
    ])
    func referencesAreResolvedAsTheRFCSays(reference: String, expected: String) throws {
        let base = try RequestURL("http://user:pw@a/b/c/d;p?q")
        let url = try base.resolving(reference)
        #expect(url.text == expected)
        #expect(url.credentials == nil)
    }

    @Test(arguments: [
        "file:///etc/passwd", "ftp://a/", "http:g", "javascript:x", "/a\r\nb", "http://",
        "http://[::/", "//a:0/", "//a b/", "http:// /x",
    ])
    func referencesThatLeadNowhereAreRefused(reference: String) throws {
        let base = try RequestURL("http://a/b")
        #expect(throws: RequestError.self) { try base.resolving(reference) }
    }

    @Test func userInformationIsDecodedAndNeverPrinted() throws {
        let url = try RequestURL("http://us%65r:p%3Aw%40@h/x")
        #expect(url.credentials?.user == "user")
        #expect(url.credentials?.password == "p:w@")
        #expect("\(url)" == "http://h/x")
        let error = #expect(throws: RequestError.self) {
            try RequestURL("http://user:secret@h:0/")
        }
        #expect(error?.description.contains("secret") == false)
    }

    @Test func noTextMakesTheParserTrap() {
        var generator = SystemRandomNumberGenerator()
        let alphabet = Array("http://[]:@?#%.2a5\\ \r\u{0}é".utf8)
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...24, using: &generator)
            let bytes = (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
            let text = "http:" + String(decoding: bytes, as: UTF8.self)
            guard let url = try? RequestURL(text) else { continue }
            #expect((try? RequestURL(url.text))?.text == url.text)
            _ = try? url.resolving(String(decoding: bytes, as: UTF8.self))
        }
    }
}
