import BodyStreaming
import Foundation
import TestSupport
import Testing
import UploadReceiver

@Suite struct SafeFileNameTests {
    @Test(arguments: [
        ("photo.png", "photo.png"), ("été 1.jpg", "été 1.jpg"), ("../../escape", "escape"),
        ("/abs", "abs"), ("C:\\dir\\x.txt", "x.txt"), ("a/b\\c", "c"), ("..", "upload"),
        (".", "upload"), ("", "upload"), ("   ", "upload"), ("dir/", "upload"), ("a/..", "upload"),
        (".bashrc", "_bashrc"), ("...x", "_..x"), ("a\0b\n\u{1B}[31m", "ab[31m"),
        ("\u{202E}gnp.exe", "gnp.exe"),
    ])
    func keepsInside(filename: String, expected: String) {
        #expect(SafeFileName.make(from: filename) == expected)
    }

    @Test func shortensTheStemAndKeepsTheExtension() {
        let name = SafeFileName.make(from: String(repeating: "é", count: 300) + ".jpeg")
        #expect(name == String(repeating: "é", count: 97) + ".jpeg")
        #expect(SafeFileName.make(from: String(repeating: "x", count: 300)).utf8.count == 200)
    }

    @Test func numbersStandInFrontOfTheExtension() {
        #expect(SafeFileName.numbered("a.png", 2) == "a-2.png")
        #expect(SafeFileName.numbered("a", 2) == "a-2")
        #expect(SafeFileName.numbered("_x.y.z", 2) == "_x.y-2.z")
    }

    @Test func writesToNothingThatExists() throws {
        let directory = try TemporaryDirectory()
        let old = try directory.file("a.txt", Array("old".utf8))
        let target = try directory.file("target", Array("kept".utf8))
        try FileManager.default.createSymbolicLink(
            atPath: directory.path + "/a-1.txt",
            withDestinationPath: target.string
        )
        var saver = try FileSaver(directory: LocalPath(directory.path), filename: "a.txt")
        try saver.write([0x31, 0x32].span)
        saver.keep()
        #expect(saver.path.lastComponent == "a-2.txt")
        #expect(FileManager.default.contents(atPath: saver.path.string) == Data([0x31, 0x32]))
        #expect(FileManager.default.contents(atPath: old.string) == Data("old".utf8))
        #expect(FileManager.default.contents(atPath: target.string) == Data("kept".utf8))
    }

    @Test func removesWhatIsNotKept() throws {
        let directory = try TemporaryDirectory()
        func writeHalf() throws {
            var saver = try FileSaver(directory: LocalPath(directory.path), filename: "a.txt")
            try saver.write([0x31].span)
        }
        try writeHalf()
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
    }
}
