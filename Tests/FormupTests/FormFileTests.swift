import Formup
import TestSupport
import Testing

/// Files in a form: their types, and images that are looked at before they are added.
struct FormFileTests {
    private let directory: TemporaryDirectory

    /// A GIF of 3 by 2 pixels, as far as its header tells.
    private static let gif: [UInt8] =
        Array("GIF89a".utf8) + [3, 0, 2, 0, 0, 0, 0]
        + [0x2C, 0, 0, 0, 0, 3, 0, 2, 0, 0, 2, 0, 0x3B]

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// The header says more than the name, and the name more than nothing.
    @Test func theTypeIsThatOfTheHeaderElseOfTheExtension() throws {
        let files: [(String, [UInt8], String)] = [
            ("a.txt", Self.gif, "image/gif"), ("a.gif", [], "image/gif"),
            ("a.CSV", Array("x".utf8), "text/csv"), ("a.tar.gz", [0x1F, 0x8B], "application/gzip"),
            ("a", Array("x".utf8), "application/octet-stream"),
            ("a.", Array("x".utf8), "application/octet-stream"),
            ("a.unheard-of", Array("x".utf8), "application/octet-stream"),
        ]
        for (name, bytes, type) in files {
            #expect(FileType.mediaType(of: try directory.file(name, bytes)) == type, "\(name)")
        }
        #expect(FileType.mediaType(of: "absent.png") == "image/png")
    }

    @Test func anImageIsAddedWithWhatItsHeaderTells() throws {
        var form = MultipartForm()
        let path = try directory.file("photo.bin", Self.gif)
        let header = try form.append(name: "photo", image: path)
        #expect(header.storedSize == ImageSize(width: 3, height: 2))
        let part = try #require(Array(form.parts).first)
        #expect(part.contentType == "image/gif")
        #expect(part.filename == "photo.bin")
        try form.append(name: "photo", image: path, filename: "other.gif")
        #expect(form.parts.map(\.filename) == ["photo.bin", "other.gif"])
    }

    @Test func whatIsNoImageIsNotAdded() throws {
        var form = MultipartForm()
        let text = try directory.file("photo.jpg", Array("no picture".utf8))
        #expect(throws: ImageError.self) { try form.append(name: "photo", image: text) }
        let absent = LocalPath(directory.path + "/absent.jpg")
        #expect(throws: ImageError.self) { try form.append(name: "photo", image: absent) }
        #expect(form.partCount == 0)
    }

    @Test func aFileThatIsNotThereIsNotAdded() throws {
        var form = MultipartForm()
        #expect(throws: MultipartError.self) { try form.append(name: "f", file: "absent") }
        #expect(form.partCount == 0)
    }
}
