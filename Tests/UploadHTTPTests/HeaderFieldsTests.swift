import Testing
import UploadHTTP

struct HeaderFieldsTests {
    @Test func namesCompareWithoutCaseAndOrderIsKept() throws {
        var fields = HeaderFields()
        try fields.append("X-A", "1")
        try fields.append("x-b", " 2\t")
        try fields.append("x-a", "3")
        #expect(fields.fields.map(\.name) == ["X-A", "x-b", "x-a"])
        #expect(fields.values("X-a") == ["1", "3"])
        #expect(fields["X-B"] == "2")
        try fields.set("X-a", "4")
        #expect(fields.fields.map(\.value) == ["2", "4"])
    }

    /// U+0603 makes one character with what stands behind it.
    @Test func whiteSpaceEndsWithTheBytesNotWithACharacter() throws {
        var fields = HeaderFields()
        try fields.append("X", "\u{603} ")
        #expect(fields["X"]?.utf8.elementsEqual("\u{603}".utf8) == true)
    }

    @Test(arguments: ["", "X Y", "X:", "X\r\nY", "ä", "X\u{0}", "(x)"])
    func namesThatAreNoTokensAreRefused(name: String) {
        var fields = HeaderFields()
        #expect(throws: RequestError.invalidFieldName(name)) { try fields.append(name, "v") }
        #expect(fields.fields.isEmpty)
    }

    @Test(arguments: [
        ("a\r\nX: b", 1), ("a\nb", 1), ("\u{0}", 0), ("ab\u{7F}", 2), ("\u{1B}[m", 0),
    ])
    func valuesWithControlCharactersAreRefused(value: String, offset: Int) {
        var fields = HeaderFields()
        #expect(throws: RequestError.invalidFieldValue(name: "X", offset: offset)) {
            try fields.append("X", value)
        }
        #expect(throws: RequestError.self) { try fields.set("X", value) }
    }

    @Test func aRefusedValueIsNotPartOfTheError() {
        var fields = HeaderFields()
        let error = #expect(throws: RequestError.self) {
            try fields.append("Authorization", "Bearer secret\r\n")
        }
        #expect(error?.description.contains("secret") == false)
    }

    @Test(arguments: [
        "Authorization", "authorization", "Cookie", "Set-Cookie", "PROXY-AUTHORIZATION",
        "X-Api-Key",
    ])
    func secretsAreNotPrinted(name: String) throws {
        var fields = HeaderFields()
        try fields.append(name, "secret")
        try fields.append("X-Plain", "shown")
        #expect(fields.description == "\(name): [redacted]\nX-Plain: shown")
        #expect(Redaction.standard.redacted(fields)[name] == "[redacted]")
    }

    @Test(arguments: [
        ("http://u:p@h/x", "http://h/x"), ("http://h/x@y", "http://h/x@y"),
        ("https://a@b@c?d@e", "https://c?d@e"), ("u:p@h", "h"), ("plain", "plain"),
        // A combining accent makes one character with what stands before it.
        ("u:p@\u{301}h", "\u{301}h"), ("http://\u{301}u:p@\u{301}h", "http://\u{301}h"),
    ])
    func userInformationIsCutOutOfAnyText(text: String, expected: String) {
        #expect(Redaction.withoutUserInfo(text) == expected)
    }
}
