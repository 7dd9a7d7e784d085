import BodyStreaming
import MultipartFormData
import TestSupport
import Testing

@Suite struct BoundaryProofTests {
    /// A stream that can be made again and gives `bytes` in chunks of `byteCount`.
    private func stream(
        _ bytes: [UInt8],
        chunkByteCount: Int,
        replayability: Replayability = .always
    ) -> BodyStream {
        BodyStream(label: "chunks", replayability: replayability) {
            AsyncStream<[UInt8]> { continuation in
                for start in stride(from: 0, to: bytes.count, by: chunkByteCount) {
                    let end = min(start + chunkByteCount, bytes.count)
                    continuation.yield(Array(bytes[start..<end]))
                }
                continuation.finish()
            }
        }
    }

    private func form(_ part: MultipartPart) throws -> MultipartForm {
        var form = MultipartForm(boundary: try Boundary("b-b"))
        form.append(name: "first", text: "--b-")
        form.append(part)
        return form
    }

    @Test(arguments: [
        ("\r\n--b-b", Int64(0)), ("--b-b", 0), ("--b-b--\r\nx", 0), ("x\r\n--b-bx", 1),
        ("\r\r\n--b-b", 1), ("\r\n\r\n--b-b", 2), ("\r\n--b-\r\n--b-b", 6), ("\r\n--\r\n--b-b", 4),
        ("--b--b-b\r\n--b-b", 8), ("\n--b-b \r\n--b-b", 7), ("\r\n--b-b\r\n--b-b", 0),
    ])
    func aDelimiterIsFoundWhereverChunksEnd(content: String, offset: Int64) async throws {
        let bytes = Array(content.utf8)
        for chunkByteCount in 1...bytes.count {
            let stream = stream(bytes, chunkByteCount: chunkByteCount)
            let form = try form(MultipartPart(name: "s", stream: stream, filename: nil))
            await #expect {
                try await form.proveBoundary()
            } throws: { error in
                guard
                    case MultipartError.delimiterInContent("s", part: 1, path: nil, offset) = error
                else { return false }
                return "\(error)".contains("\"s\"")
            }
        }
    }

    @Test(arguments: [
        "", "-", "--b-", "x--b-b", "\n--b-b", "\r--b-b", "\r\n-b-b", "\r\n--b_b", "\r\n --b-b",
        "\r\n--b-\r\n", "\r\n--B-b", "b-b", "\r\r\r\r", "\r\n\r\n",
    ])
    func whatIsNoDelimiterPasses(content: String) async throws {
        let bytes = Array(content.utf8)
        for chunkByteCount in 1...max(bytes.count, 1) {
            let stream = stream(bytes, chunkByteCount: chunkByteCount)
            let form = try form(MultipartPart(name: "s", stream: stream, filename: nil))
            let proof = try await form.proveBoundary()
            #expect(proof.scannedByteCount == Int64(bytes.count + 4))
            #expect(proof.unscannedParts.isEmpty)
        }
    }

    @Test func aDelimiterInAFileIsFoundAcrossBuffersAndNamesTheFile() async throws {
        let directory = try TemporaryDirectory()
        let delimiter = Array("\r\n--b-b".utf8)
        for offset in [0, 1, 65_529, 65_530, 65_535, 65_536, 131_071, 200_000] {
            var bytes = [UInt8](repeating: 0x0D, count: offset) + delimiter
            bytes.append(contentsOf: [UInt8](repeating: 0x2D, count: 70_000))
            let file = try directory.file("f\(offset)", bytes)
            let form = try form(try MultipartPart(name: "photo", file: file))
            await #expect {
                try await form.proveBoundary()
            } throws: { error in
                guard
                    case MultipartError.delimiterInContent("photo", part: 1, file, Int64(offset)) =
                        error
                else { return false }
                return "\(error)".contains("\(file)") && "\(error)".contains("offset \(offset)")
            }
            let before = 0..<Int64(offset + delimiter.count - 1)
            let prefix = try self.form(try MultipartPart(name: "p", file: file, range: before))
            #expect(try await prefix.proveBoundary().scannedByteCount == before.upperBound + 4)
        }
    }

    @Test func aDelimiterInATextFieldIsFound() async throws {
        var form = MultipartForm(boundary: try Boundary("b"), normalizesLineBreaks: true)
        form.append(name: "--b", text: "")
        form.append(name: "t\n\"", text: "x\n--b")
        await #expect {
            try await form.proveBoundary()
        } throws: { error in
            guard
                case MultipartError.delimiterInContent("t\n\"", part: 1, path: nil, offset: 1) =
                    error
            else { return false }
            return true
        }
        var verbatim = MultipartForm(boundary: try Boundary("b"))
        verbatim.append(name: "t", text: "x\n--b")
        try await verbatim.proveBoundary()
    }

    @Test func aStreamThatRunsOnceIsLeftAlone() async throws {
        let stream = stream(Array("--b-b".utf8), chunkByteCount: 9, replayability: .once)
        let form = try form(MultipartPart(name: "s", stream: stream, filename: nil))
        #expect(try await form.proveBoundary().unscannedParts == [1])
        #expect(try await form.body().collected().count > 5)
    }

    @Test func aFileThatVanishedIsAnErrorWithItsPath() async throws {
        let form: MultipartForm
        do {
            let directory = try TemporaryDirectory()
            let file = try directory.file("gone", [1, 2, 3])
            form = try self.form(MultipartPart(name: "f", file: file))
        }
        await #expect {
            try await form.proveBoundary()
        } throws: { error in
            guard case MultipartError.content("f", part: 1, cause: _) = error else { return false }
            return "\(error)".contains("gone")
        }
    }

    @Test(.timeLimit(.minutes(1))) func cancellingEndsTheProof() async throws {
        let endless = BodyStream(label: "endless") {
            AsyncStream<[UInt8]> { $0.yield([0]) }
        }
        let form = try form(MultipartPart(name: "s", stream: endless, filename: nil))
        let proof = Task { try await form.proveBoundary() }
        proof.cancel()
        await #expect {
            try await proof.value
        } throws: { error in
            guard case MultipartError.content("s", part: 1, cause: .cancelled) = error else {
                return false
            }
            return true
        }
    }

    @Test func aRandomBoundaryIsReplacedAndAFixedOneIsRefused() async throws {
        var generator = SeededGenerator(seed: 7)
        let first = Boundary(using: &generator)
        let second = Boundary(using: &generator)
        var form = MultipartForm()
        form.append(name: "a", text: "--\(form.boundary)")
        form.append(name: "b", text: "--\(first)")
        form.append(name: "c", text: "x")
        generator = SeededGenerator(seed: 7)
        let proved = try await form.provingBoundary(using: &generator)
        #expect(proved.boundary == second)
        #expect(Array(proved.parts.map(\.name)) == ["a", "b", "c"])
        #expect(try await proved.provingBoundary().boundary == second)

        var fixed = MultipartForm(boundary: first)
        fixed.append(name: "b", text: "--\(first)")
        await #expect(throws: MultipartError.self) { try await fixed.provingBoundary() }
    }
}
