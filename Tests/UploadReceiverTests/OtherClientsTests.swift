import BodyStreaming
import Foundation
import FuzzProperties
import MultipartFormData
import TestSupport
import Testing
import UploadReceiver

/// What curl and Python's standard library send is read as they meant it.
@Suite struct OtherClientsTests {
    private static func run(_ program: String, _ arguments: [String]) throws -> String? {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let output = Pipe()
        process.standardOutput = output
        do {
            try process.run()
        } catch {
            print("SKIPPED: \(program) can't be run: \(error)")
            return nil
        }
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        if process.terminationStatus == 127 {
            print("SKIPPED: there is no \(program)")
            return nil
        }
        #expect(process.terminationStatus == 0)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// 300 000 bytes with line breaks and hyphens in them.
    private static let content = (0..<300_000).map { index -> UInt8 in
        [13, 10, 45, 45, 0, 255, UInt8(truncatingIfNeeded: index)][index % 7]
    }

    private static func digest(_ bytes: [UInt8]) -> String {
        var digest = SHA256()
        digest.update(bytes.span)
        return digest.hexadecimalDigest()
    }

    @Test(arguments: [
        [], ["-H", "Transfer-Encoding: chunked"], ["-H", "Expect: 100-continue"], ["--http1.0"],
        ["-H", "Expect:"],
    ])
    func curl(_ flags: [String]) throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("a;b \"q\".bin", Self.content)
        let copy = try directory.file("plain.bin", Self.content)
        let (output, requests) = try RequestLog.with { receiver in
            try Self.run(
                "curl",
                ["-sS", "--max-time", "20"] + flags + [
                    "--form-string", "na\"me=v\r\n;=@", "-F", "f=@\(copy);filename=\"q\\\"x\\\\y\"",
                    "-F", "g=@\"\(file.string.replacingOccurrences(of: "\"", with: "\\\""))\"",
                    "-F", "e=", receiver.url, "--next", "-sS", "-d", "abc", receiver.url,
                ]
            )
        }
        guard output != nil else { return }
        #expect(requests.map(\.status) == [200, 200])
        #expect(requests.map(\.error) == [nil, nil])
        let parts = try #require(requests.first?.parts)
        #expect(parts.map(\.headers.name) == ["na\"me", "f", "g", "e"])
        #expect(parts.map(\.headers.filename) == [nil, "q\"x\\y", "a;b \"q\".bin", nil])
        #expect(parts.map(\.byteCount) == [6, 300_000, 300_000, 0])
        #expect(
            parts.map(\.sha256).dropFirst().prefix(2) == [
                Self.digest(Self.content), Self.digest(Self.content),
            ]
        )
        #expect(
            requests.last?.bodySHA256
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        )
    }

    private static let script = """
        import http.client, json, sys
        port, body, mode = int(sys.argv[1]), open(sys.argv[2], "rb").read(), sys.argv[3]
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        for _ in range(3):
            data = body if mode == "length" else (body[i:i + 777] for i in range(0, len(body), 777))
            connection.request("POST", "/up", body=data, encode_chunked=mode != "length", headers={
                "Content-Type": "multipart/form-data; boundary=py",
                **({} if mode == "length" else {"Transfer-Encoding": "chunked"})})
            answer = connection.getresponse()
            result = json.loads(answer.read())
            print(answer.status, [(p["name"], p.get("filename"), p["length"]) for p in result["parts"]])
        """

    @Test(arguments: ["length", "chunked"])
    func pythonOnOneConnection(_ mode: String) throws {
        let directory = try TemporaryDirectory()
        let body = NaiveEncoder.encode(
            [
                NaiveEncoder.Entry(name: "á\"", value: []),
                NaiveEncoder.Entry(name: "f", filename: "x.bin", value: Self.content),
            ],
            boundary: "py"
        )
        let file = try directory.file("body", body)
        let (output, requests) = try RequestLog.with { receiver in
            try Self.run("python3", ["-c", Self.script, "\(receiver.port)", file.string, mode])
        }
        guard let output else { return }
        let line = "200 [('á\"', None, 0), ('f', 'x.bin', 300000)]\n"
        #expect(output == String(repeating: line, count: 3))
        #expect(
            requests.map(\.parts).map { $0.map(\.sha256) }
                == Array(repeating: [Self.digest([]), Self.digest(Self.content)], count: 3)
        )
    }
}
