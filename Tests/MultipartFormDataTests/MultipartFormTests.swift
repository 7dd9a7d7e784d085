import BodyStreaming
import MultipartFormData
import TestSupport
import Testing

/// The bytes of whole forms, written out.
@Suite struct MultipartFormTests {
    private func form(dialect: FormDialect = .whatwg) throws -> MultipartForm {
        MultipartForm(boundary: try Boundary("AaB03x"), dialect: dialect)
    }

    /// Expects the form to have exactly the bytes of `expected`, and as many as it promised.
    private func expect(
        _ form: MultipartForm,
        _ expected: String,
        _ location: SourceLocation = #_sourceLocation
    ) async throws {
        let body = try form.body()
        let bytes = try await body.collected()
        #expect(bytes == Array(expected.utf8), sourceLocation: location)
        #expect(body.length == Int64(expected.utf8.count), sourceLocation: location)
    }

    // pallets/werkzeug#366: a form without parts is the close delimiter alone.
    @Test func aFormWithoutPartsIsItsCloseDelimiter() async throws {
        try await expect(form(), "--AaB03x--\r\n")
    }

    // defnull/multipart#64, siddhantgoel/streaming-form-data#58: nothing stands before the first
    // delimiter; square/retrofit#552, form-data/form-data#109, Kludex/python-multipart#246: the
    // last one ends in CRLF.
    @Test func aFieldHasADispositionAndNothingElse() async throws {
        var form = try form()
        form.append(name: "album", text: "x")
        try await expect(
            form,
            "--AaB03x\r\nContent-Disposition: form-data; name=\"album\"\r\n\r\nx\r\n--AaB03x--\r\n"
        )
    }

    // pallets/werkzeug#2632, getodk/central-backend#1432: an empty value has both CRLFs.
    @Test func anEmptyFieldKeepsTheLineBreakBehindIt() async throws {
        var form = try form()
        form.append(name: "a", text: "")
        form.append(name: "b", text: "x")
        try await expect(
            form,
            "--AaB03x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\r\n"
                + "--AaB03x\r\nContent-Disposition: form-data; name=\"b\"\r\n\r\nx\r\n--AaB03x--\r\n"
        )
    }

    // encode/httpx#1482: lengths count bytes, not characters.
    @Test func lengthsCountBytes() async throws {
        var form = try form()
        form.append(name: "é", text: "é👨‍👩‍👧‍👦\r\ne\u{301}")
        form.append(MultipartPart(name: "\r\n", bytes: Array("👨‍👩‍👧‍👦".utf8), filename: "e\u{301}\r\n"))
        try await expect(
            form,
            "--AaB03x\r\nContent-Disposition: form-data; name=\"é\"\r\n\r\n"
                + "é👨‍👩‍👧‍👦\r\ne\u{301}\r\n"
                + "--AaB03x\r\nContent-Disposition: form-data; name=\"%0D%0A\"; "
                + "filename=\"e\u{301}%0D%0A\"\r\nContent-Type: application/octet-stream\r\n\r\n"
                + "👨‍👩‍👧‍👦\r\n--AaB03x--\r\n"
        )
    }

    // MicrosoftDocs/dynamics365smb-devitpro-pb#3231: the CRLF in front of the close delimiter is
    // not of the content; pallets/werkzeug#3179, #3285, #3077: contents that end like a delimiter.
    @Test(arguments: [
        "abc", "abc\r\n", "a\r", "a\n", "a\r\n-", "a\r\n--", "a\r\n--AaB03", "\r", "\n", "", "--",
        "a\r\n--b\r\n--notTheBoundary\r\n-",
    ])
    func contentsAreExactWhateverTheyEndIn(content: String) async throws {
        var form = try form()
        form.append(MultipartPart(name: "f", bytes: Array(content.utf8), filename: "a"))
        form.append(name: "g", text: content)
        try await expect(
            form,
            "--AaB03x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a\"\r\n"
                + "Content-Type: application/octet-stream\r\n\r\n\(content)\r\n"
                + "--AaB03x\r\nContent-Disposition: form-data; name=\"g\"\r\n\r\n\(content)\r\n"
                + "--AaB03x--\r\n"
        )
    }

    // minio/minio#19736, asmcos/requests#36, grafana/k6#1382, rpldy/react-uploady#103: what comes
    // behind the file is lost, so order is the caller's; square/okhttp#2604, #2138 and
    // square/retrofit#985: neither Content-Length nor Content-Transfer-Encoding.
    @Test func partsStandInTheOrderInWhichTheyWereAdded() async throws {
        var form = try form()
        for (name, text) in [("k9", "0"), ("a", "1"), ("k9", "2")] {
            form.append(name: name, text: text)
        }
        form.append(
            MultipartPart(name: "f", bytes: [0x7A], filename: "a.bin", contentType: "a/b")
        )
        form.append(name: "a", text: "3")
        try await expect(
            form,
            "--AaB03x\r\nContent-Disposition: form-data; name=\"k9\"\r\n\r\n0\r\n"
                + "--AaB03x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"
                + "--AaB03x\r\nContent-Disposition: form-data; name=\"k9\"\r\n\r\n2\r\n"
                + "--AaB03x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.bin\"\r\n"
                + "Content-Type: a/b\r\n\r\nz\r\n"
                + "--AaB03x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n3\r\n"
                + "--AaB03x--\r\n"
        )
        #expect(form.partCount == 5)
        #expect(form.parts.map(\.name) == ["k9", "a", "k9", "f", "a"])
    }

    // whatwg/html#11479, danialfarid/ng-file-upload#1207: JSON needs a type, plain text has none;
    // moxiecode/moxie#65: an unknown type is no empty field.
    @Test func typesAreWrittenOnlyWhereTheyAreGiven() async throws {
        var form = try form()
        form.append(MultipartPart(name: "t", text: "x"))
        form.append(MultipartPart(name: "j", text: "{}", contentType: "application/json"))
        form.append(MultipartPart(name: "e", bytes: [0x31], filename: "a", contentType: ""))
        form.append(MultipartPart(name: "n", bytes: [0x32], filename: "b", contentType: nil))
        try await expect(
            form,
            "--AaB03x\r\nContent-Disposition: form-data; name=\"t\"\r\n\r\nx\r\n"
                + "--AaB03x\r\nContent-Disposition: form-data; name=\"j\"\r\n"
                + "Content-Type: application/json\r\n\r\n{}\r\n"
                + "--AaB03x\r\nContent-Disposition: form-data; name=\"e\"; filename=\"a\"\r\n\r\n1\r\n"
                + "--AaB03x\r\nContent-Disposition: form-data; name=\"n\"; filename=\"b\"\r\n\r\n2\r\n"
                + "--AaB03x--\r\n"
        )
    }

    @Test func ownFieldsFollowDispositionAndType() async throws {
        var form = try form()
        var part = MultipartPart(name: "f", bytes: [0x7A], filename: "", contentType: "a/b")
        part.headerFields = [
            PartHeaderField("Content-Encoding", "gzip"), PartHeaderField("x-e", "ä"),
        ]
        form.append(part)
        try await expect(
            form,
            "--AaB03x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"\"\r\n"
                + "Content-Type: a/b\r\nContent-Encoding: gzip\r\nx-e: ä\r\n\r\nz\r\n--AaB03x--\r\n"
        )
    }

    @Test(arguments: [
        (
            FormDialect.extended,
            "name=\"n%22é\"; filename=\"naïve 漢.bin\"; "
                + "filename*=UTF-8''na%C3%AFve%20%E6%BC%A2.bin"
        ),
        (.ascii, "name=\"n%22%C3%A9\"; filename=\"na%C3%AFve %E6%BC%A2.bin\""),
        (.backslash, "name=\"n\\\"é\"; filename=\"naïve 漢.bin\""),
        (.whatwg, "name=\"n%22é\"; filename=\"naïve 漢.bin\""),
    ])
    func theDialectIsTheForms(dialect: FormDialect, parameters: String) async throws {
        var form = try form(dialect: dialect)
        form.append(MultipartPart(name: "n\"é", bytes: [], filename: "naïve 漢.bin"))
        form.append(name: "a\\", text: "é\\\"")
        let name = dialect == .backslash ? "a\\\\" : "a\\"
        try await expect(
            form,
            "--AaB03x\r\nContent-Disposition: form-data; \(parameters)\r\n"
                + "Content-Type: application/octet-stream\r\n\r\n\r\n"
                + "--AaB03x\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\né\\\"\r\n"
                + "--AaB03x--\r\n"
        )
    }

    @Test func lineBreaksOfTextAreNormalisedOnlyOnRequest() async throws {
        let large = String(repeating: "x\n", count: 5000)
        for isNormalised in [false, true] {
            var form = MultipartForm(
                boundary: try Boundary("AaB03x"),
                normalizesLineBreaks: isNormalised
            )
            form.append(name: "a", text: "1\n2\r3\r\n4\n\r")
            form.append(name: "b", text: large)
            form.append(MultipartPart(name: "f", bytes: Array("\n".utf8), filename: "\n"))
            let small = isNormalised ? "1\r\n2\r\n3\r\n4\r\n\r\n" : "1\n2\r3\r\n4\n\r"
            try await expect(
                form,
                "--AaB03x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\(small)\r\n"
                    + "--AaB03x\r\nContent-Disposition: form-data; name=\"b\"\r\n\r\n"
                    + (isNormalised ? String(repeating: "x\r\n", count: 5000) : large)
                    + "\r\n--AaB03x\r\nContent-Disposition: form-data; name=\"f\"; "
                    + "filename=\"%0A\"\r\nContent-Type: application/octet-stream\r\n\r\n\n\r\n"
                    + "--AaB03x--\r\n"
            )
        }
    }

    @Test func aMixedPartHoldsAttachmentsBehindABoundaryOfItsOwn() async throws {
        var form = try form()
        form.append(
            try MultipartPart(
                name: "files",
                mixed: [
                    MultipartPart(name: "", bytes: [0x31], filename: "a\"b", contentType: "a/b"),
                    MultipartPart(name: "", bytes: [], filename: nil, contentType: nil),
                ],
                boundary: try Boundary("B b")
            )
        )
        try await expect(
            form,
            "--AaB03x\r\nContent-Disposition: form-data; name=\"files\"\r\n"
                + "Content-Type: multipart/mixed; boundary=\"B b\"\r\n\r\n"
                + "--B b\r\nContent-Disposition: attachment; filename=\"a%22b\"\r\n"
                + "Content-Type: a/b\r\n\r\n1\r\n"
                + "--B b\r\nContent-Disposition: attachment\r\n\r\n\r\n--B b--\r\n"
                + "\r\n--AaB03x--\r\n"
        )
    }

    // curl/curl#1999: what is sent again after a change has its own length.
    @Test func aChangedFormHasALengthOfItsOwn() async throws {
        var form = try form()
        form.append(name: "a", text: "1234567890")
        let first = try form.body()
        form.append(name: "b", text: "abcd")
        let second = try form.body()
        let firstBytes = try await first.collected()
        let secondBytes = try await second.collected()
        #expect(first.length == Int64(firstBytes.count))
        #expect(second.length == Int64(secondBytes.count))
        let added = "\r\n--AaB03x\r\nContent-Disposition: form-data; name=\"b\"\r\n\r\nabcd"
        #expect(secondBytes.count - firstBytes.count == added.utf8.count)
    }

    // Alamofire/Alamofire#3380, #3420: a stream is made anew for each reading.
    @Test func encodingTwiceGivesTheSameBytes() async throws {
        let stream = BodyStream(label: "hello", byteCount: 5) {
            AsyncStream<[UInt8]> { continuation in
                for byte in "hello".utf8 { continuation.yield([byte]) }
                continuation.finish()
            }
        }
        var form = try form()
        form.append(MultipartPart(name: "f", stream: stream, filename: "h", contentType: nil))
        var other = try MultipartForm(boundary: Boundary("other"))
        other.append(MultipartPart(name: "f", stream: stream, filename: "h", contentType: nil))
        let expected =
            "--AaB03x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"h\"\r\n\r\n"
            + "hello\r\n--AaB03x--\r\n"
        try await expect(form, expected)
        try await expect(form, expected)
        try await expect(other, expected.replacing("AaB03x", with: "other"))
    }

    // angular/angular#18096, anaisbetts/ModernHttpClient#92, mat-sz/upload#1,
    // AsyncHttpClient/async-http-client#345: the boundary of the type is that of the body.
    @Test func theTypeNamesTheBoundaryOfTheBody() async throws {
        let form = MultipartForm()
        let bytes = try await form.body().collected()
        #expect(bytes.starts(with: "--\(form.boundary)--".utf8))
        #expect(form.contentType == "multipart/form-data; boundary=\(form.boundary)")
    }

    @Test func aFormThatIsSentOnceMoreHasTheSamePartsBehindAnotherBoundary() async throws {
        var form = MultipartForm()
        form.append(name: "a", text: "1")
        let other = form.withNewBoundary()
        #expect(other.boundary != form.boundary)
        let bytes = String(decoding: try await other.body().collected(), as: UTF8.self)
        let expected = String(decoding: try await form.body().collected(), as: UTF8.self)
        #expect(bytes == expected.replacing(form.boundary.value, with: other.boundary.value))
        let fixed = try MultipartForm(boundary: Boundary("AaB03x"))
        #expect(fixed.withNewBoundary().boundary == fixed.boundary)
    }
}
