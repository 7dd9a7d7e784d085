import BodyStreaming
import Testing
import UploadReceiver

@Suite struct ContentCodingTests {
    /// Writes every byte as often as its own value says, in pieces; a 0 is an error.
    private struct Expander: ContentDecoder {
        struct Failure: Error, CustomStringConvertible {
            var description: String { "a zero" }
        }

        var isCutShort = true

        mutating func decode(_ input: Span<UInt8>, emit: (Span<UInt8>) throws -> Void) throws {
            for index in input.indices {
                guard input[index] > 0 else { throw Failure() }
                isCutShort = input[index] != UInt8(ascii: ".")
                let piece = Array(repeating: input[index], count: Int(input[index]))
                try emit(piece.span)
            }
        }

        mutating func finish(emit: (Span<UInt8>) throws -> Void) throws {
            if isCutShort { throw Failure() }
            let end: [UInt8] = [UInt8(ascii: "!")]
            try emit(end.span)
        }
    }

    @Test(arguments: [
        ("..", "HTTP/1.1 200 OK", #""length":93,"#), ("x.", "HTTP/1.1 200 OK", #""length":167,"#),
        (
            "..x", "HTTP/1.1 400 Bad Request",
            #""error":"the content coding can't be undone: a zero""#
        ),
        (
            ".\0", "HTTP/1.1 400 Bad Request",
            #""error":"the content coding can't be undone: a zero""#
        ),
        (
            "xxxxx", "HTTP/1.1 413 Content Too Large",
            #""error":"the body has more than 500 bytes""#
        ),
    ])
    func isUndoneWithinTheLimits(body: String, status: String, expected: String) throws {
        try RequestLog.with {
            $0.contentDecoder = { $0 == "expand" ? Expander() : nil }
            $0.maximumBodyByteCount = 500
        } _: { receiver in
            let client = try RawClient(receiver)
            client.send(
                UploadReceiverTests.head(
                    "Content-Encoding: Expand",
                    "Content-Length: \(body.utf8.count)"
                ) + "\r\n" + body
            )
            let answer = client.receive(through: "}\n")
            #expect(answer?.hasPrefix(status + "\r\n") == true)
            #expect(answer?.contains(expected) == true, "\(answer ?? "")")
        }
    }

    @Test func twoCodingsAreRefused() throws {
        try RequestLog.with {
            $0.contentDecoder = { _ in Expander() }
        } _: { receiver in
            let client = try RawClient(receiver)
            client.send(UploadReceiverTests.head("Content-Encoding: a, b") + "\r\n")
            #expect(client.receiveAll()?.hasPrefix("HTTP/1.1 415 ") == true)
        }
    }
}
