import Foundation
import ImageSniffing
import TestSupport
import Testing

@Suite struct ImageSnifferTests {
    @Test(arguments: Fixture.all)
    func headerOfEveryFormat(_ fixture: Fixture) {
        #expect(ImageSniffer().sniff(fixture.bytes) == .found(fixture.expected))
    }

    @Test func everyFormatHasAFixture() {
        let formats = Set(Fixture.all.map(\.expected.format))
        // Sequences differ from stills by their brand alone.
        let untested: Set<ImageFormat> = [.heicSequence, .heifSequence, .jpx, .jph]
        #expect(formats.union(untested) == Set(ImageFormat.allCases))
    }

    @Test(arguments: Fixture.all)
    func everyWayInGivesTheSameAnswer(_ fixture: Fixture) throws {
        let byteCount = Int64(fixture.bytes.count)
        let expected = ImageSniffer().sniff(prefix: fixture.bytes.span, byteCount: byteCount)
        #expect(ImageSniffer().sniff(from: CountingSource(fixture.bytes)) == expected)
        let folder = try TemporaryDirectory()
        _ = try folder.file("image", fixture.bytes)
        #expect(try ImageSniffer().sniff(fileAt: folder.path + "/image") == expected)
        let closure = ClosureHeaderSource(byteCount: byteCount) { offset, output in
            for byte in fixture.bytes.dropFirst(Int(offset)).prefix(output.freeCapacity) {
                output.append(byte)
            }
        }
        #expect(ImageSniffer().sniff(from: closure) == expected)
    }

    @Test(arguments: Fixture.all)
    func everyShorterPrefixIsTruncatedOrRight(_ fixture: Fixture) {
        for count in 0..<fixture.bytes.count {
            let prefix = Array(fixture.bytes.prefix(count))
            switch ImageSniffer().sniff(prefix) {
            case .found(let header):
                #expect(header.format == fixture.expected.format, "\(count) bytes")
                #expect(header.width == fixture.expected.width, "\(count) bytes")
                #expect(header.height == fixture.expected.height, "\(count) bytes")
            case .truncated(let format, let needs):
                #expect(needs.upperBound > count, "\(count) bytes")
                if let format {
                    // Kinds of TIFF and the like are told apart late.
                    #expect(
                        format == fixture.expected.format || isBase(format, of: fixture),
                        "\(count) bytes"
                    )
                }
            case let answer:
                Issue.record("\(count) bytes: \(answer)")
            }
        }
    }

    private func isBase(_ format: ImageFormat, of fixture: Fixture) -> Bool {
        switch fixture.expected.format {
        case .dng, .nef, .arw, .cr2: format == .tiff
        case .jpegLS: format == .jpeg
        default: false
        }
    }

    @Test(arguments: Fixture.all)
    func damageNeverTrapsOrRunsOn(_ fixture: Fixture) {
        for offset in 0..<min(fixture.bytes.count, 600) {
            for value: UInt8 in [0x00, 0x01, 0x7F, 0x80, 0xFF] {
                var bytes = fixture.bytes
                bytes[offset] = value
                let source = CountingSource(bytes)
                _ = ImageSniffer().sniff(from: source)
                #expect(source.readCount <= 64)
            }
        }
    }

    @Test func directoriesAndMissingFilesAreErrors() throws {
        let folder = try TemporaryDirectory()
        #expect(throws: ImageSniffingError.self) { try ImageSniffer().sniff(fileAt: folder.path) }
        #expect(throws: ImageSniffingError.open(errno: 2)) {
            try ImageSniffer().sniff(fileAt: folder.path + "/absent")
        }
        #expect(
            "\(ImageSniffingError.open(errno: 2))"
                == "the file can't be opened: No such file or directory"
        )
    }

    @Test func aPipeWithoutAWriterIsAnErrorAtOnce() throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/pipe"
        try #require(unsafe mkfifo(path, 0o600) == 0)
        #expect(throws: ImageSniffingError.self) { try ImageSniffer().sniff(fileAt: path) }
    }

    @Test func aRangeOfAFileIsReadAsAFile() throws {
        let folder = try TemporaryDirectory()
        let image = Fixture.camera[0].bytes
        _ = try folder.file("container", zeros(5000) + image + zeros(5000))
        let descriptor = unsafe open(folder.path + "/container", O_RDONLY)
        defer { close(descriptor) }
        let range = Int64(5000)..<Int64(5000 + image.count)
        let source = FileHeaderSource(descriptor: descriptor, range: range)
        #expect(try ImageSniffer().sniff(from: source).header == Fixture.camera[0].expected)
    }

    @Test(arguments: [
        (latin1("%PDF-1.7\n"), OtherFormat.pdf),
        (box("ftyp", latin1("isom"), zeros(4), latin1("isommp41")), .mp4),
        (box("ftyp", latin1("qt  "), zeros(4), latin1("qt  ")), .quickTime),
        (latin1("RIFF") + hex("24000000") + latin1("WAVEfmt "), .wav),
        (latin1("RIFF") + hex("24000000") + latin1("AVI LIST"), .avi),
        (hex("504B0304 14000000"), .zip),
        (hex("1F8B0800 00000000"), .gzip),
    ])
    func otherTypesAreNamed(_ bytes: [UInt8], _ format: OtherFormat) {
        #expect(ImageSniffer().sniff(bytes) == .unknown(format))
    }

    @Test(arguments: ["", "hello, world: a text of more than eighteen bytes", "{\"a\":1}        "])
    func textIsUnknown(_ text: String) {
        let bytes = latin1(text)
        let result = ImageSniffer().sniff(bytes, byteCount: Int64(bytes.count))
        #expect(text.isEmpty ? result.format == nil : result == .unknown(nil))
    }
}
