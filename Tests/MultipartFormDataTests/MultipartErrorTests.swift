import BodyStreaming
import MultipartFormData
import Testing

@Suite struct MultipartErrorTests {
    @Test(arguments: [
        (
            MultipartError.invalidBoundary("a\r\nb", fault: .byteNotAllowed(13, offset: 1)),
            "the boundary \"a\\r\\nb\" can't be used: the byte D at offset 1 is not allowed"
        ),
        (
            .invalidBoundary("", fault: .empty),
            "the boundary \"\" can't be used: it is empty"
        ),
        (
            .invalidBoundary("x ", fault: .endsInSpace),
            "the boundary \"x \" can't be used: it ends in a space"
        ),
        (
            .invalidBoundary("x", fault: .tooLong(byteCount: 71)),
            "the boundary \"x\" can't be used: it has 71 characters, and 70 are the most"
        ),
        (
            .invalidFieldName("Bad Name", part: 2, offset: 3),
            "part 2: the field name \"Bad Name\" is not a token: see offset 3"
        ),
        (.invalidFieldName("", part: 0, offset: 0), "part 0: the field name \"\" is empty"),
        (
            .invalidFieldValue(fieldName: "X-Y", part: 1, offset: 4, byte: 10),
            "part 1: the value of \"X-Y\" holds an LF at offset 4"
        ),
        (
            .invalidParameter(.filename, value: "a\0b", part: 1, offset: 1),
            "part 1: the filename \"a\\u{0}b\" holds a NUL at offset 1, which no header can carry"
        ),
        (
            .reservedField(.contentLength, part: 3),
            "part 3: a part can't be given the field Content-Length: the boundary ends a part"
        ),
        (
            .content(name: "photo", part: 4, cause: .lengthOverflow),
            "part 4, \"photo\": \(BodyError.lengthOverflow)"
        ),
        (
            .content(name: "photo\n", part: nil, cause: .cancelled),
            "\"photo\\n\": \(BodyError.cancelled)"
        ),
        (
            .delimiterInContent(name: "f", part: 0, path: "a\u{1B}.png", offset: 7),
            "part 0, \"f\": its content, the file a\\u{1B}.png, holds the form's boundary at "
                + "offset 7; use another boundary"
        ),
        (
            .delimiterInContent(name: "f", part: 0, path: nil, offset: 7),
            "part 0, \"f\": its content holds the form's boundary at offset 7; use another boundary"
        ),
        (
            .lengthOverflow(part: 9),
            "part 9: the form would be longer than 9223372036854775807 bytes"
        ),
    ])
    func descriptionsAreOneLineThatSaysWhatAndWhere(error: MultipartError, expected: String) {
        #expect(error.description == expected)
    }
}
