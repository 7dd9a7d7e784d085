import BodyStreaming
import Foundation
import TestSupport
import Testing
import UploadHTTP

struct ResponseTests {
    private func answer(
        _ wire: String,
        over kind: TransportKind,
        _ change: (inout RequestOptions) -> Void = { _ in }
    ) async throws -> Result<Response, TransportError> {
        let server = try ScriptedServer(Script.raw(wire))
        defer { server.stop() }
        do {
            let request = try TransportRequests.post(server.url(), Body("content"), change)
            return .success(try await kind.transport().send(request, observer: nil))
        } catch let error as TransportError {
            return .failure(error)
        }
    }

    // psf/requests#4956, stephenberry/glaze#2685, denoland/deno#25992
    @Test(
        arguments: TransportKind.allCases,
        [
            ("HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\nonly 14 bytes.", "responseTruncated"),
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
                "responseTruncated"
            ),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "responseTruncated"),
            ("HTTP/1.1 200 OK\r\nX: ", "connectionLost"),
            ("\u{0}\u{1}SSH-2.0 what is this\r\n\r\n", "invalidResponse"),
            // RFC 9112, section 6.3: nobody knows where these end.
            (
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 5\r\n\r\nokxyz",
                "invalidResponse"
            ),
            (
                "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nok",
                "invalidResponse"
            ),
        ]
    )
    func brokenAnswersAreErrors(
        kind: TransportKind,
        broken: (wire: String, error: String)
    ) async throws {
        let result = try await answer(broken.wire, over: kind)
        let error = #expect(throws: TransportError.self) { try result.get() }
        #expect(error?.kind.name == broken.error, "\(String(describing: error))")
        #expect(error?.progress == .sent)
    }

    enum Oversized: String, CaseIterable {
        case statusLine = "  responseHeadTooLarge"
        case line = "responseHeadTooLarge"
        case lines = "responseHeadTooLarge "
        case content = "responseTooLarge"

        var wire: String {
            switch self {
            case .statusLine: "HTTP/1.1 200 \(String(repeating: "a", count: 1 << 20))\r\n\r\n"
            case .line: "HTTP/1.1 200 OK\r\nX: \(String(repeating: "a", count: 1 << 20))\r\n\r\n"
            case .lines:
                "HTTP/1.1 200 OK\r\n"
                    + String(repeating: "X: \(String(repeating: "a", count: 60))\r\n", count: 6000)
            case .content: "HTTP/1.1 200 OK\r\n\r\n\(String(repeating: "z", count: 200_000))"
            }
        }
    }

    @Test(arguments: TransportKind.allCases, Oversized.allCases)
    func answersAreBounded(kind: TransportKind, part: Oversized) async throws {
        let result = try await answer(part.wire, over: kind) {
            $0.maximumResponseByteCount = 100_000
        }
        let error = #expect(throws: TransportError.self) { try result.get() }
        #expect(error?.kind.name == part.rawValue.trimmingCharacters(in: .whitespaces))
        #expect(error?.progress == .sent)
    }

    @Test(
        arguments: TransportKind.allCases,
        [
            ("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nwhole", "whole"),
            ("HTTP/1.0 200 OK\r\n\r\nold", "old"),
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
                "hello"
            ),
            ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", ""),
            ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 500 Smuggled\r\n\r\n", "ok"),
        ]
    )
    func wholeAnswersAreRead(
        kind: TransportKind,
        whole: (wire: String, text: String)
    ) async throws {
        let response = try await answer(whole.wire, over: kind).get()
        #expect(response.status == 200)
        #expect(response.text == whole.text)
    }

    @Test(arguments: TransportKind.allCases)
    func trailersStandBehindTheFields(kind: TransportKind) async throws {
        let response = try await answer(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-T: 1\r\n\r\n",
            over: kind
        ).get()
        #expect(response.trailers["X-T"] == "1")
        #expect(response.head.fields["X-T"] == nil)
    }

    @Test(arguments: TransportKind.allCases)
    func bytesBehindAnAnswerAreNotTheNextOne(kind: TransportKind) async throws {
        let transport = kind.transport()
        let server = try ScriptedServer(
            { connection, request in
                try connection.readBody(&request)
                try connection.send(
                    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
                        + "HTTP/1.1 500 Smuggled\r\nContent-Length: 3\r\n\r\nbad"
                )
                return true
            },
            Script.answer(201)
        )
        defer { server.stop() }
        let request = try TransportRequests.post(server.url())
        #expect(try await transport.send(request, observer: nil).status == 200)
        #expect(try await transport.send(request, observer: nil).status == 201)
    }

    @Test(arguments: TransportKind.allCases)
    func controlCharactersAreKeptButNotPrinted(kind: TransportKind) async throws {
        let response = try await answer(
            "HTTP/1.1 400 a\u{1B}]0;x\u{7}\r\nX: \u{1B}[31m\r\nContent-Length: 0\r\n\r\n",
            over: kind
        ).get()
        #expect(response.head.reason == "a\u{1B}]0;x\u{7}")
        #expect(response.head.fields["X"] == "\u{1B}[31m")
        #expect(response.head.fields.description == "X: \\u{1B}[31m\nContent-Length: 0")
        let error = UploadError(.status(400, reason: response.head.reason), isRetryable: false)
        #expect("\(error)" == "the server answered 400 a\\u{1B}]0;x\\u{7}")
    }

    // MARK: Files

    @Test(arguments: TransportKind.allCases)
    func aFileShowsOnlyTheLastWholeAnswer(kind: TransportKind) async throws {
        let transport = kind.transport()
        let directory = try TemporaryDirectory()
        let path = LocalPath(directory.path + "/out")
        let server = try ScriptedServer(
            Script.answer(503, "first, bad", [("Retry-After", "0")]),
            Script.answer(200, "whole")
        )
        defer { server.stop() }
        var session = UploadSession(transport: transport)
        session.retryPolicy.baseDelay = .milliseconds(1)
        let request = try TransportRequests.post(server.url()) {
            $0.responseDestination = .file(path)
        }
        let result = await session.send(request)
        #expect(result.response?.body == .file(path, byteCount: 5))
        #expect(try String(contentsOfFile: path.string, encoding: .utf8) == "whole")
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["out"])
    }

    @Test(arguments: TransportKind.allCases)
    func aCutAnswerLeavesNoFile(kind: TransportKind) async throws {
        let directory = try TemporaryDirectory()
        let result = try await answer("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\ncut", over: kind)
        {
            $0.responseDestination = .file(LocalPath(directory.path + "/out"))
        }
        #expect(throws: TransportError.self) { try result.get() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
    }

    @Test(arguments: TransportKind.allCases)
    func anAnswerWithoutContentMakesAnEmptyFile(kind: TransportKind) async throws {
        let directory = try TemporaryDirectory()
        let path = LocalPath(directory.path + "/out")
        let response = try await answer("HTTP/1.1 204 X\r\n\r\n", over: kind) {
            $0.responseDestination = .file(path)
        }.get()
        #expect(response.body == .file(path, byteCount: 0))
        #expect(FileManager.default.contents(atPath: path.string) == Data())
    }

    @Test(arguments: TransportKind.allCases)
    func aFileThatCanNotBeWrittenIsNamed(kind: TransportKind) async throws {
        let directory = try TemporaryDirectory()
        let path = LocalPath(directory.path + "/absent/out")
        let result = try await answer("HTTP/1.1 200 X\r\nContent-Length: 1\r\n\r\nx", over: kind) {
            $0.responseDestination = .file(path)
        }
        let error = #expect(throws: TransportError.self) { try result.get() }
        #expect(error?.description == "can't write \(path): No such file or directory")
    }

    @Test(arguments: TransportKind.allCases)
    func aDeviceIsWrittenToAndNotReplaced(kind: TransportKind) async throws {
        let response = try await answer("HTTP/1.1 200 X\r\nContent-Length: 1\r\n\r\nx", over: kind)
        {
            $0.responseDestination = .file("/dev/null")
        }.get()
        #expect(response.body == .file("/dev/null", byteCount: 1))
        let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type]
        #expect(type as? FileAttributeType == .typeCharacterSpecial)
    }

    /// Waiting for somebody to read it would hold up all transfers of the transport.
    @Test(arguments: TransportKind.allCases)
    func aPipeThatNobodyReadsIsAnError(kind: TransportKind) async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/pipe"
        try #require(unsafe mkfifo(path, 0o600) == 0)
        let result = try await answer("HTTP/1.1 200 X\r\nContent-Length: 1\r\n\r\nx", over: kind) {
            $0.responseDestination = .file(LocalPath(path))
        }
        let error = #expect(throws: TransportError.self) { try result.get() }
        #expect(error?.description.hasPrefix("can't write \(path): ") == true)
    }

    // MARK: Content codings

    /// A coding whose content ends in `.` and has every byte but that one raised by 1.
    private struct Lowering: ContentDecoder {
        struct Malformed: Error {}
        var hasEnded = false

        mutating func decode(
            _ input: Span<UInt8>,
            emit: (Span<UInt8>) throws -> Void
        ) throws {
            for index in input.indices {
                guard !hasEnded else { throw Malformed() }
                hasEnded = input[index] == UInt8(ascii: ".")
                if !hasEnded { try emit([input[index] - 1].span) }
            }
        }

        mutating func finish(emit: (Span<UInt8>) throws -> Void) throws {
            guard hasEnded else { throw Malformed() }
        }
    }

    @Test(
        arguments: TransportKind.allCases,
        [
            ("ifmmp.", "hello"), ("ifmmp", nil), ("ifmmp.x", nil), ("", ""),
        ] as [(String, String?)]
    )
    func codingsAreUndoneOnTheBytesOfTheWire(
        kind: TransportKind,
        coding: (content: String, text: String?)
    ) async throws {
        let transport = kind.transport(contentDecoders: ["lowering": { Lowering() }])
        let server = try ScriptedServer(
            Script.answer(200, coding.content, [("Content-Encoding", "Lowering")])
        )
        defer { server.stop() }
        let request = try TransportRequests.post(server.url())
        if let text = coding.text {
            #expect(try await transport.send(request, observer: nil).text == text)
        } else {
            let error = await TransportRequests.error(transport, request)
            #expect(error?.kind.name == "undecodableResponse")
        }
        #expect(server.requests.first?["Accept-Encoding"] == "lowering")
    }

    /// Decodes anything to nothing, as gzip does with empty blocks.
    private struct Swallowing: ContentDecoder {
        mutating func decode(_ input: Span<UInt8>, emit: (Span<UInt8>) throws -> Void) throws {}
        mutating func finish(emit: (Span<UInt8>) throws -> Void) throws {}
    }

    @Test(arguments: TransportKind.allCases)
    func aCodingOfNothingEndsAtTheLimitToo(kind: TransportKind) async throws {
        let transport = kind.transport(contentDecoders: ["swallowing": { Swallowing() }])
        let server = try ScriptedServer({ connection, request in
            try connection.readBody(&request)
            try connection.send("HTTP/1.1 200 X\r\nContent-Encoding: swallowing\r\n\r\n")
            while true { try connection.send([UInt8](repeating: 0, count: 65_536)) }
        })
        defer { server.stop() }
        let request = try TransportRequests.post(server.url()) {
            $0.maximumResponseByteCount = 1_000_000
        }
        let error = await TransportRequests.error(transport, request)
        #expect(error?.kind.name == "responseTooLarge")
    }

    @Test(
        arguments: TransportKind.allCases,
        [("POST", 204), ("POST", 304), ("HEAD", 200), ("POST", 200)]
    )
    func noContentIsNoTruncatedCoding(
        kind: TransportKind,
        answer: (method: String, status: Int)
    ) async throws {
        let transport = kind.transport(contentDecoders: ["lowering": { Lowering() }])
        let length = answer.method == "HEAD" ? "Content-Length: 20" : "Connection: close"
        let server = try ScriptedServer(
            Script.raw(
                "HTTP/1.1 \(answer.status) X\r\nContent-Encoding: lowering\r\n\(length)\r\n\r\n"
            )
        )
        defer { server.stop() }
        let body = answer.method == "HEAD" ? nil : Body("content")
        let request = try TransportRequests.post(server.url(), body, method: answer.method)
        let response = try await transport.send(request, observer: nil)
        #expect(response.status == answer.status)
        #expect(response.body == .bytes([]))
    }

    @Test(arguments: TransportKind.allCases)
    func withoutDecodersACodingIsHandedOn(kind: TransportKind) async throws {
        let response = try await answer(
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nraw",
            over: kind
        ).get()
        #expect(response.text == "raw")
    }
}
