import Formup
import TestSupport
import Testing

/// What compression does with the parts of a form.
struct FormCompressionTests {
    private static let text = Array(
        String(repeating: "a line that says the same as the others\n", count: 5000).utf8
    )

    private static func form(_ parts: MultipartPart...) throws -> MultipartForm {
        var form = MultipartForm(boundary: try Boundary("b"))
        for part in parts { form.append(part) }
        return form
    }

    private static func compressedByteCount(
        _ form: MultipartForm,
        level: Int = 6
    ) async throws -> Int {
        let layout = try form.layout()
        let body = try layout.compressedBody(.gzip, level: level)
        #expect(body.length == nil)
        let bytes = try await body.collected()
        let plain = try await layout.body.collected()
        #expect(try await Body(bytes).decompressed(.gzip).collected() == plain)
        return bytes.count
    }

    private static func file(_ contentType: String?, _ bytes: [UInt8] = text) -> MultipartPart {
        MultipartPart(name: "f", bytes: bytes, filename: "f", contentType: contentType)
    }

    /// The type says that looking for redundancy is in vain; nobody looks whether that is true.
    @Test(
        arguments: [
            "image/jpeg", "IMAGE/PNG", "image/webp; q=1", "image/heic", "image/avif", "image/jxl",
            "video/mp4", "application/zip", "application/gzip", "application/epub+zip",
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            "application/vnd.oasis.opendocument.text",
        ]
    )
    func aPartOfACompressedTypeIsStored(_ type: String) async throws {
        let byteCount = try await Self.compressedByteCount(try Self.form(Self.file(type)))
        #expect(byteCount > Self.text.count)
        #expect(byteCount < Self.text.count + 300)
    }

    @Test(
        arguments: [
            nil, "", "text/plain", "application/json", "image/bmp", "image/svg+xml", "image/tiff",
            "application/octet-stream", "application/pdf", "image/jpeg2000", "x-image/jpeg",
            "application/vnd.oasis.opendocument.text-flat-xml",
        ]
    )
    func anyOtherPartThatShrinksIsCompressed(_ type: String?) async throws {
        let byteCount = try await Self.compressedByteCount(try Self.form(Self.file(type)))
        #expect(byteCount < Self.text.count / 50)
    }

    @Test func eachPartIsTreatedByItsOwnType() async throws {
        let pictures = try await Self.compressedByteCount(
            try Self.form(
                MultipartPart(name: "note", text: String(decoding: Self.text, as: UTF8.self)),
                Self.file("image/jpeg"),
                Self.file("text/csv"),
                Self.file("image/png"),
                Self.file("text/csv"),
                Self.file("image/png", [])
            )
        )
        #expect(pictures > 2 * Self.text.count)
        #expect(pictures < 2 * Self.text.count + Self.text.count / 10)
    }

    /// Packed parts tell their types as well as others.
    @Test func filesOnDiskAreTreatedByTheirTypes() async throws {
        let directory = try TemporaryDirectory()
        var form = MultipartForm()
        for name in ["a.jpg", "b.txt", "c.jpg", "d.txt"] {
            let path = try directory.file(name, Self.text)
            try form.append(name: "f", file: path)
        }
        let byteCount = try await Self.compressedByteCount(form)
        #expect(byteCount > 2 * Self.text.count)
        #expect(byteCount < 2 * Self.text.count + Self.text.count / 10)
    }

    @Test func partsWithinPartsHaveTypesToo() async throws {
        let mixed = try MultipartPart(
            name: "m",
            mixed: [Self.file("image/jpeg"), Self.file("text/plain")]
        )
        let byteCount = try await Self.compressedByteCount(try Self.form(mixed))
        #expect(byteCount > Self.text.count)
        #expect(byteCount < Self.text.count + Self.text.count / 10)
    }

    @Test func behindAStreamOfUnknownLengthASampleDecides() async throws {
        let stream = BodyStream(label: "s") { () -> AsyncStream<[UInt8]> in
            AsyncStream { continuation in
                continuation.yield(Array("some".utf8))
                continuation.finish()
            }
        }
        let form = try Self.form(
            Self.file("image/jpeg"),
            MultipartPart(name: "s", stream: stream, filename: "s"),
            Self.file("image/jpeg")
        )
        let byteCount = try await Self.compressedByteCount(form)
        #expect(byteCount > Self.text.count)
        #expect(byteCount < Self.text.count + Self.text.count / 10)
    }

    @Test func levelZeroStoresEverything() async throws {
        let form = try Self.form(Self.file("text/plain"))
        #expect(try await Self.compressedByteCount(form, level: 0) > Self.text.count)
        #expect(throws: CompressionError.invalidLevel(10)) {
            try form.layout().compressedBody(level: 10)
        }
    }

    @Test func thePlanNamesTheTypesOfContentOnly() throws {
        let form = try Self.form(
            MultipartPart(name: "note", text: "x"),
            Self.file("image/jpeg", [1, 2, 3])
        )
        let runs = try form.layout().runs.map { "\($0.byteCount ?? -1) \($0.contentType ?? "-")" }
        #expect(runs == ["52 -", "1 -", "91 -", "3 image/jpeg", "9 -"])
    }
}
