import BodyStreaming
import FuzzProperties
import MultipartFormData
import TestSupport
import Testing

/// Whole files and text fields, which a form keeps packed, among parts that it keeps as they are.
@Suite struct PackedPartTests {
    /// A form under construction, and what should come of it.
    private struct Expectation {
        var form: MultipartForm
        var parts: [MultipartPart] = []
        var entries: [NaiveEncoder.Entry] = []
        var origins: [LayoutOrigin] = []

        mutating func append(_ part: MultipartPart, _ value: [UInt8], _ origin: LayoutOrigin) {
            form.append(part)
            parts.append(part)
            origins.append(contentsOf: [.framing, origin])
            entries.append(
                NaiveEncoder.Entry(
                    name: part.name,
                    filename: part.filename,
                    contentType: part.contentType.flatMap { $0.isEmpty ? nil : $0 },
                    fieldLines: part.headerFields.map { "\($0.name): \($0.value)" },
                    value: value
                )
            )
        }
    }

    private static let names = ["f", "f", "f", "files[]", "é\"\r", ""]
    private static let filenames = ["", "a\"b.png", "e\u{301}/ü", "zero.bin"]
    private static let values = ["value", "", "a\r\nb\n", String(repeating: "v", count: 200)]
    private static let types = ["application/octet-stream", "image/png", ""]

    @Test(arguments: 0..<16)
    func packedAndOtherPartsEqualTheNaiveEncoding(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let directory = try TemporaryDirectory()
        let files = try ["zero.bin", "one", "ö two.txt", "\"q\".jpg"].enumerated().map { item in
            let bytes = random.bytes(item.offset * item.offset * 9)
            return (path: try directory.file(item.element, bytes), bytes: bytes)
        }
        let quoting =
            [NaiveEncoder.Quoting.whatwg, .backslash, .extended, .ascii]
            .randomElement(using: &random) ?? .whatwg
        let dialect = try #require(FormDialect(rawValue: quoting.rawValue))
        var expected = Expectation(
            form: MultipartForm(boundary: try Boundary("AaB03x"), dialect: dialect)
        )
        let packedShare = Int.random(in: 1...30, using: &random)
        for index in 0..<Int.random(in: 1...60, using: &random) {
            let file = try #require(files.randomElement(using: &random))
            let name = Self.names.randomElement(using: &random) ?? ""
            if Int.random(in: 0..<packedShare, using: &random) == 0 {
                try appendOther(to: &expected, name, file, using: &random)
                continue
            }
            var part = try MultipartPart(
                name: index.isMultiple(of: 5) ? "\(name)\(index)" : name,
                file: file.path,
                contentType: Self.types.randomElement(using: &random)
            )
            switch Int.random(in: 0..<6, using: &random) {
            case 0: part.filename = nil
            case 1: part.filename = Self.filenames.randomElement(using: &random)
            case 2: part.contentType = nil
            default: break
            }
            let range = 0..<Int64(file.bytes.count)
            let origin = LayoutOrigin.file(path: file.path, range: range, name: part.name)
            expected.append(part, file.bytes, origin)
        }
        try await expect(expected, quoting, using: &random)
    }

    /// Appends a part that isn't packed with the files.
    private func appendOther(
        to expected: inout Expectation,
        _ name: String,
        _ file: (path: LocalPath, bytes: [UInt8]),
        using random: inout SeededGenerator
    ) throws {
        let end = Int64(file.bytes.count)
        let whole = LayoutOrigin.file(path: file.path, range: 0..<end, name: name)
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
            for _ in 0..<([1, 2, 16, 17, 20].randomElement(using: &random) ?? 1) {
                let name = Self.names.randomElement(using: &random) ?? name
                let value = Self.values.randomElement(using: &random) ?? ""
                expected.append(
                    MultipartPart(name: name, text: value),
                    Array(value.utf8),
                    .field(name: name)
                )
            }
        case 1:
            let range = end / 3..<end / 2
            expected.append(
                try MultipartPart(name: name, file: file.path, range: range, contentType: nil),
                Array(file.bytes[Int(range.lowerBound)..<Int(range.upperBound)]),
                .file(path: file.path, range: range, name: name)
            )
        case 2:
            var part = try MultipartPart(name: name, file: file.path)
            part.headerFields = [PartHeaderField("X-One", "ü")]
            expected.append(part, file.bytes, whole)
        case 3:
            let region = try FileRegion(path: file.path, changeDetection: .sizeOnly)
            expected.append(
                MultipartPart(name: name, filename: "", content: Body(region)),
                file.bytes,
                whole
            )
        default:
            let filename = String(repeating: "n", count: 5000)
            let part = try MultipartPart(name: name, file: file.path, filename: filename)
            expected.append(part, file.bytes, whole)
        }
    }

    private func expect(
        _ expected: Expectation,
        _ quoting: NaiveEncoder.Quoting,
        using random: inout SeededGenerator
    ) async throws {
        let bytes = NaiveEncoder.encode(expected.entries, boundary: "AaB03x", quoting: quoting)
        let layout = try expected.form.layout()
        #expect(layout.body.length == Int64(bytes.count))
        #expect(try await layout.body.collected(readByteCount: 65_536) == bytes)
        for _ in 0..<5 {
            let offset = Int.random(in: 0...bytes.count, using: &random)
            let size = Int.random(in: 20...900, using: &random)
            let read = try await layout.body.collected(from: Int64(offset), readByteCount: size)
            #expect(read == Array(bytes[offset...]), "from \(offset), \(size) at a time")
        }

        let runs = Array(layout.runs)
        #expect(runs.map(\.origin) == expected.origins + [.framing])
        var end: Int64 = 0
        for run in runs {
            #expect(run.offset == end)
            end += run.byteCount ?? 0
        }
        #expect(end == Int64(bytes.count))

        #expect(expected.form.partCount == expected.parts.count)
        for (part, original) in zip(expected.form.parts, expected.parts) {
            #expect(part.contentDisposition == original.contentDisposition)
            #expect(part.contentType == original.contentType)
            #expect(region(of: part) == region(of: original))
        }
    }

    private func region(of part: MultipartPart) -> FileRegion? {
        if case .file(let region) = part.content.segments.first { region } else { nil }
    }

    /// The part of a file that need not exist.
    private func part(_ path: LocalPath, _ identity: FileIdentity) -> MultipartPart {
        MultipartPart(
            name: "f",
            filename: path.lastComponent,
            content: Body(FileRegion(path: path, identity: identity))
        )
    }

    @Test func lineBreaksOfFieldsAmongFilesAreNormalized() async throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("f.txt", Array("1\n2".utf8))
        var forms = [true, false].map { MultipartForm(normalizesLineBreaks: $0) }
        for index in forms.indices {
            for text in ["a\nb", "", "\r", "\r\n\n"] {
                forms[index].append(name: "t", text: text)
                forms[index].append(try MultipartPart(name: "f", file: path))
            }
        }
        let contents = try forms.map { form in
            try form.layout().runs.filter { $0.origin == .field(name: "t") }.map(\.byteCount)
        }
        #expect(contents == [[4, 0, 2, 4], [3, 0, 1, 3]])
        for form in forms {
            let body = try form.body()
            let bytes = try await body.collected(readByteCount: 7)
            #expect(body.length == Int64(bytes.count))
        }
    }

    @Test func whateverIdentifiesAFileIsKept() throws {
        let numbers: [UInt64] = [0, 1, 127, 128, 1 << 32, 1 << 63, .max - 1, .max]
        let byteCounts: [Int64] = [0, 1, 1 << 40]
        let times: [Int64] = [.min, -1, 0, 1_750_000_000_123_456_789, .max]
        let paths: [LocalPath] = [
            "a", "/", "/a/", "a/b", "//a", LocalPath(bytes: [0x61, 0x2F, 0xFF, 0xFE]),
        ]
        var form = MultipartForm()
        var regions: [FileRegion] = []
        for (index, number) in numbers.enumerated() {
            for byteCount in byteCounts {
                for time in times {
                    let identity = FileIdentity(
                        device: numbers[(index + 3) % numbers.count],
                        inode: number,
                        byteCount: byteCount,
                        modificationNanoseconds: time
                    )
                    let path = paths[regions.count % paths.count]
                    regions.append(FileRegion(path: path, identity: identity))
                    form.append(part(path, identity))
                }
            }
        }
        #expect(form.parts.map(region) == regions)
        #expect(form.parts.map(\.filename) == regions.map(\.path.lastComponent))
    }

    @Test func anyNumberOfTypesAndDevicesIsKept() throws {
        var form = MultipartForm(boundary: try Boundary("b"))
        var expected: [String] = []
        for index in 0..<300 {
            let identity = FileIdentity(
                device: UInt64(index % 7),
                inode: 1,
                byteCount: 1,
                modificationNanoseconds: 1
            )
            var part = part("a", identity)
            part.contentType = "a/\(index % 41)"
            expected.append("a/\(index % 41) \(index % 7)")
            form.append(part)
        }
        let found = form.parts.map { part in
            "\(part.contentType ?? "") \(region(of: part)?.identity.device ?? 99)"
        }
        #expect(found == expected)
        #expect(Array(try form.layout().runs).count == 601)
    }

    @Test func theFirstFileThatDoesNotFitIsNamed() throws {
        func form(_ byteCounts: [Int64]) -> MultipartForm {
            var form = MultipartForm()
            form.append(name: "a", text: "")
            for byteCount in byteCounts {
                let identity = FileIdentity(
                    device: 1,
                    inode: 1,
                    byteCount: byteCount,
                    modificationNanoseconds: 1
                )
                form.append(part("vast", identity))
            }
            return form
        }
        let vast: [(byteCounts: [Int64], index: Int)] = [
            ([.max], 1), ([1, .max - 2, 1], 2), ([1 << 62, 1 << 61, 1 << 60, 1 << 62], 4),
        ]
        for (byteCounts, index) in vast {
            #expect {
                try form(byteCounts).layout()
            } throws: { error in
                if case MultipartError.lengthOverflow(part: index) = error { true } else { false }
            }
        }
        #expect(throws: MultipartError.self) { try form([.max - 100]).layout() }
        #expect(try form([.max - 1000]).layout().body.length != nil)
    }

    @Test func theFirstFileWithABadTypeIsNamed() throws {
        let identity = FileIdentity(device: 1, inode: 1, byteCount: 1, modificationNanoseconds: 1)
        var form = MultipartForm()
        for index in 0..<30 {
            var part = part("a", identity)
            part.contentType = index >= 21 ? "a/\(index % 3)\n" : "a/\(index % 2)"
            form.append(part)
        }
        #expect {
            try form.layout()
        } throws: { error in
            guard
                case MultipartError.invalidFieldValue("Content-Type", part: 21, 3, 0x0A) = error
            else { return false }
            return true
        }
    }

    @Test func theDelimiterIsFoundInAPackedFile() async throws {
        let directory = try TemporaryDirectory()
        let clean = try directory.file("clean", Array("--b".utf8))
        let bad = try directory.file("bad", Array("12\r\n--b-b".utf8))
        var form = MultipartForm(boundary: try Boundary("b-b"))
        for _ in 0..<40 { form.append(try MultipartPart(name: "f", file: clean)) }
        let proof = try await form.proveBoundary()
        #expect(proof.scannedByteCount == 120)
        #expect(proof.unscannedParts.isEmpty)
        form.append(try MultipartPart(name: "g", file: bad))
        form.append(try MultipartPart(name: "h", file: bad))
        await #expect {
            try await form.proveBoundary()
        } throws: { error in
            guard
                case MultipartError.delimiterInContent("g", part: 40, path: bad, offset: 2) = error
            else { return false }
            return true
        }
    }

    @Test func aPackedFileThatChangedFailsWhenItIsRead() async throws {
        let directory = try TemporaryDirectory()
        let paths = try (0..<20).map { try directory.file("\($0)", [1, 2, 3]) }
        var form = MultipartForm()
        for path in paths { form.append(try MultipartPart(name: "f", file: path)) }
        let body = try form.body()
        paths[13].truncate(to: 2)
        let start = try #require(body.start(ofSegmentAt: 27))
        #expect(try await body.collected(from: start + 3).count > 0)
        await #expect {
            try await body.collected()
        } throws: { error in
            let change = FileChange.shrank(from: 3, to: 2)
            guard case BodyError.fileChanged(path: paths[13], change) = error else { return false }
            return true
        }
        paths[13].remove()
        await #expect {
            try await body.collected(from: start)
        } throws: { error in
            guard case BodyError.fileSystem(operation: .open, path: paths[13], _) = error else {
                return false
            }
            return true
        }
    }

    /// Eight times the files may cost little more than eight times the time.
    @Test func layingOutFilesIsLinear() throws {
        func duration(partCount: Int) throws -> Duration {
            try shortestProcessorTime {
                var form = MultipartForm()
                for index in 0..<partCount {
                    let identity = FileIdentity(
                        device: 1,
                        inode: UInt64(index),
                        byteCount: 5,
                        modificationNanoseconds: 1
                    )
                    form.append(part(LocalPath("folder/\(index)"), identity))
                }
                let body = try form.layout().body
                #expect(body.segments.count == 2 * partCount + 1)
            }
        }
        let small = try duration(partCount: 1_000)
        let large = try duration(partCount: 8_000)
        #expect(large < small * 24, "\(small) for 1 000 files, \(large) for 8 000")
    }
}
