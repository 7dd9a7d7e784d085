import BodyStreaming
import TestSupport
import Testing

@Suite struct BodyReaderTests {
    @Test func smoke() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("a", Array("hello".utf8))
        var body = Body("<")
        try body.append(Body(file: file, range: 1..<4))
        try body.append(Body(">"))
        try body.append(
            Body(
                BodyStream(label: "s", byteCount: 4) {
                    AsyncStream<[UInt8]> { c in
                        c.yield([1, 2])
                        c.yield([3, 4])
                        c.finish()
                    }
                }
            )
        )
        #expect(body.length == 9)
        var bytes: [UInt8] = []
        for try await chunk in body.chunks(of: 2) { bytes += chunk }
        #expect(bytes == Array("<ell>".utf8) + [1, 2, 3, 4])
        bytes = []
        for try await chunk in body.chunks() { bytes += chunk }
        #expect(bytes == Array("<ell>".utf8) + [1, 2, 3, 4])
        print(BodyError.fileSystem(operation: .open, path: "/x\n", errno: 13))
    }
}
