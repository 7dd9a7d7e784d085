import BodyStreaming
import Foundation
import TestSupport
import Testing
import ZlibCompression

/// Compressed bodies read back by programs that others wrote.
@Suite struct ForeignDecoderTests {
    static let bodies: [[UInt8]] =
        [0, 1, 8].map { [UInt8](repeating: 0x61, count: $0) } + [
            Sample.text(700_000),
            Sample.noise(300_000),
            Sample.text(100_000) + Sample.noise(300_000) + Sample.text(250_000),
        ]

    @Test(arguments: bodies)
    func gzipReadsGzip(_ bytes: [UInt8]) async throws {
        let compressed = try await Body(bytes).compressed(.gzip).collected()
        guard let decompressed = try Self.run("gzip", ["-dc"], compressed) else { return }
        #expect(decompressed == bytes)
    }

    @Test(arguments: bodies)
    func zlibOfPythonReadsBothCodings(_ bytes: [UInt8]) async throws {
        let script = """
            import sys, zlib
            out = zlib.decompressobj(int(sys.argv[1]))
            data = out.decompress(sys.stdin.buffer.read())
            assert out.eof and not out.unused_data
            sys.stdout.buffer.write(data)
            """
        for (coding, windowBits) in [(ContentCoding.gzip, "31"), (.deflate, "15")] {
            let compressed = try await Body(bytes).compressed(coding).collected()
            let arguments = ["-c", script, windowBits]
            guard let decompressed = try Self.run("python3", arguments, compressed) else { return }
            #expect(decompressed == bytes)
        }
    }

    /// What `program` makes of `input`; `nil`, and a line that says so, if there is none.
    private static func run(
        _ program: String,
        _ arguments: [String],
        _ input: [UInt8]
    ) throws -> [UInt8]? {
        let directory = try TemporaryDirectory()
        let output = try directory.file("output")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.standardInput = FileHandle(
            forReadingAtPath: try directory.file("input", input).string
        )
        process.standardOutput = FileHandle(forWritingAtPath: output.string)
        try process.run()
        process.waitUntilExit()
        // What `env` answers when it finds no such program.
        guard process.terminationStatus != 127 else {
            print("SKIPPED: there is no \(program) to read compressed bodies back")
            return nil
        }
        #expect(process.terminationStatus == 0)
        return try Array(Data(contentsOf: URL(filePath: output.string)))
    }
}
