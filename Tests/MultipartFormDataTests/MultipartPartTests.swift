import BodyStreaming
import MultipartFormData
import TestSupport
import Testing

@Suite struct MultipartPartTests {
    /// The bytes of a form of `part` alone.
    private func encoded(_ part: MultipartPart) async throws -> String {
        var form = MultipartForm(boundary: try Boundary("b"))
        form.append(part)
        return String(decoding: try await form.body().collected(), as: UTF8.self)
    }

    @Test func aFileIsSentUnderItsLastComponent() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("a b.png", Array("0123456789".utf8))
        #expect(
            try await encoded(MultipartPart(name: "f", file: file, contentType: "image/png"))
                == "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a b.png\"\r\n"
                + "Content-Type: image/png\r\n\r\n0123456789\r\n--b--\r\n"
        )
        #expect(
            try await encoded(MultipartPart(name: "f", file: file, range: 3..<5, filename: "x/y"))
                == "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x/y\"\r\n"
                + "Content-Type: application/octet-stream\r\n\r\n34\r\n--b--\r\n"
        )
    }

    // postmanlabs/postman-app-support#5912: no folder of this machine is sent.
    @Test func noFolderLeaks() throws {
        let directory = try TemporaryDirectory()
        _ = try directory.file("photo.png", [1])
        for path in [
            "/photo.png", "/./photo.png", "//photo.png", "/../\(name(of: directory))/photo.png",
        ] {
            let file = LocalPath(directory.path + path)
            #expect(try MultipartPart(name: "f", file: file).filename == "photo.png")
        }
    }

    private func name(of directory: TemporaryDirectory) -> String {
        LocalPath(directory.path).lastComponent
    }

    // psf/requests#6294: empty is a length, not an unknown one.
    @Test func anEmptyFileHasLengthZeroAndStaysAFile() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("empty")
        let part = try MultipartPart(name: "f", file: file)
        #expect(part.content.length == 0)
        #expect(
            try await encoded(part)
                == "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"empty\"\r\n"
                + "Content-Type: application/octet-stream\r\n\r\n\r\n--b--\r\n"
        )
    }

    // Alamofire/Alamofire#596: a file that is missing is an error, not a part less.
    @Test func whatIsNoFileIsRefusedWithItsPath() throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("ten", Array("0123456789".utf8))
        let refused: [(LocalPath, Range<Int64>?)] = [
            (LocalPath(directory.path), nil), (LocalPath(directory.path + "/absent"), nil),
            (file, 0..<11),
        ]
        for (path, range) in refused {
            #expect {
                try MultipartPart(name: "photo", file: path, range: range)
            } throws: { error in
                guard case MultipartError.content(name: "photo", part: nil, _) = error else {
                    return false
                }
                return "\(error)".contains("\(path)") && !"\(error)".contains { $0.isNewline }
            }
        }
    }

    @Test(arguments: ["", "a b", "a:", "é", "a\r", "(x)"])
    func namesOfFieldsMustBeTokens(name: String) throws {
        try expectRefusal(of: PartHeaderField(name, "x")) { error in
            if case .invalidFieldName(name, part: 1, offset: _) = error { true } else { false }
        }
    }

    @Test(arguments: [
        ("\r", 0, UInt8(0x0D)), ("a\nb", 1, 0x0A), ("é\r\nX: y", 2, 0x0D), ("ab\u{0}", 2, 0),
    ])
    func lineBreaksAndNULInValuesAreRefused(value: String, offset: Int, byte: UInt8) throws {
        try expectRefusal(of: PartHeaderField("X-Y", value)) { error in
            if case .invalidFieldValue("X-Y", part: 1, offset, byte) = error { true } else { false }
        }
        var form = MultipartForm()
        form.append(name: "first", text: "")
        form.append(MultipartPart(name: "f", text: "x", contentType: value))
        #expect {
            try form.layout()
        } throws: { error in
            guard
                case MultipartError.invalidFieldValue("Content-Type", part: 1, offset, byte) = error
            else { return false }
            return true
        }
    }

    /// Text fields and files are packed, other parts aren't; all are looked at.
    @Test func aNULInANameIsRefused() throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("ten", Array("0123456789".utf8))
        let bad: [(MultipartPart, DispositionParameter)] = [
            (MultipartPart(name: "é\u{0}b", text: "x"), .name),
            (MultipartPart(name: "é\u{0}b", bytes: [1], filename: "f"), .name),
            (MultipartPart(name: "n", bytes: [1], filename: "é\u{0}b"), .filename),
            (try MultipartPart(name: "é\u{0}b", file: file), .name),
            (try MultipartPart(name: "n", file: file, filename: "é\u{0}b"), .filename),
        ]
        for (part, parameter) in bad {
            for dialect in FormDialect.allCases {
                var form = MultipartForm(dialect: dialect)
                form.append(name: "first", text: "\u{0}")
                form.append(part)
                #expect {
                    try form.layout()
                } throws: { error in
                    guard
                        case MultipartError.invalidParameter(
                            parameter,
                            value: "é\u{0}b",
                            part: 1,
                            offset: 2
                        ) = error
                    else { return false }
                    return true
                }
            }
        }
    }

    /// Attachments have no name.
    @Test func theNameOfAnAttachmentIsNotLookedAt() throws {
        let parts = [MultipartPart(name: "\u{0}", bytes: [1], filename: "f")]
        _ = try MultipartPart(name: "n", mixed: parts)
    }

    @Test(arguments: [
        ("content-disposition", ReservedField.contentDisposition),
        ("CONTENT-TYPE", .contentType),
        ("Content-Length", .contentLength),
        ("Content-transfer-encoding", .contentTransferEncoding),
    ])
    func fieldsOfTheFormAreRefusedInAnyCase(name: String, field: ReservedField) throws {
        try expectRefusal(of: PartHeaderField(name, "x")) { error in
            if case .reservedField(field, part: 1) = error { true } else { false }
        }
    }

    private func expectRefusal(
        of field: PartHeaderField,
        _ isExpected: @escaping (MultipartError) -> Bool
    ) throws {
        var form = MultipartForm()
        form.append(name: "first", text: "")
        var part = MultipartPart(name: "f", text: "x")
        part.headerFields = [PartHeaderField("X-Fine", "\t ü"), field]
        form.append(part)
        #expect {
            try form.layout()
        } throws: { error in
            guard let error = error as? MultipartError else { return false }
            return isExpected(error) && !error.description.contains { $0.isNewline }
        }
    }
}
