import SocketTransports
import Testing
import UploadHTTP

struct ResponseReaderTests {
    /// Bytes of a connection, and what is in them.
    struct Answer: Sendable, CustomTestStringConvertible {
        var wire: String
        var method = "POST"
        var heads: [String] = []
        var content = ""
        var trailers = ""
        /// How the answer ends.
        var end = End.whole(keepsConnection: true)

        enum End: Equatable, Sendable {
            case whole(keepsConnection: Bool)
            case withConnection
            /// More bytes have to come.
            case open
            case error(String)
        }

        var testDescription: String { wire.debugDescription }
    }

    static let answers: [Answer] = [
        // Framing by length.
        Answer(
            wire: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX:  a b \r\n\r\nhello",
            heads: ["200 OK|Content-Length=5,X=a b"],
            content: "hello"
        ),
        Answer(
            wire: "HTTP/1.1 201 \r\nContent-Length: 0\r\n\r\n",
            heads: ["201 |Content-Length=0"]
        ),
        Answer(
            wire: "HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\nContent-Length: 2\r\n\r\nok",
            heads: ["200 OK|Content-Length=2, 2,Content-Length=2"],
            content: "ok"
        ),
        Answer(
            wire: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel",
            heads: ["200 OK|Content-Length=5"],
            content: "hel",
            end: .open
        ),
        Answer(wire: "HTTP/1.1 200 OK\r\nContent-Le", end: .open),
        // Line feeds alone end lines too.
        Answer(
            wire: "HTTP/1.1 200 OK\nContent-Length: 2\n\nok",
            heads: ["200 OK|Content-Length=2"],
            content: "ok"
        ),
        // No content, whatever the head says.
        Answer(
            wire: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n",
            method: "HEAD",
            heads: ["200 OK|Content-Length=9"]
        ),
        Answer(
            wire: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
            method: "HEAD",
            heads: ["200 OK|Transfer-Encoding=chunked"]
        ),
        Answer(wire: "HTTP/1.1 204 No Content\r\n\r\n", heads: ["204 No Content|"]),
        Answer(
            wire: "HTTP/1.1 304 X\r\nContent-Length: 7\r\n\r\n",
            heads: ["304 X|Content-Length=7"]
        ),
        Answer(
            wire: "HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n",
            heads: ["101 Switching|Upgrade=x"],
            end: .whole(keepsConnection: false)
        ),
        // Informational heads before the final one.
        Answer(
            wire: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nLink: x\r\n\r\n"
                + "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n!",
            heads: ["(100 Continue|)", "(103 Early|Link=x)", "200 OK|Content-Length=1"],
            content: "!"
        ),
        // Framing by the connection's end.
        Answer(
            wire: "HTTP/1.1 200 OK\r\n\r\nuntil the end",
            heads: ["200 OK|"],
            content: "until the end",
            end: .withConnection
        ),
        Answer(
            wire: "HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\n\r\nabc",
            heads: ["200 OK|Transfer-Encoding=identity"],
            content: "abc",
            end: .withConnection
        ),
        // Which connections are kept.
        Answer(
            wire: "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok",
            heads: ["200 OK|Content-Length=2"],
            content: "ok",
            end: .whole(keepsConnection: false)
        ),
        Answer(
            wire: "HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 2\r\n\r\nok",
            heads: ["200 OK|Connection=Keep-Alive,Content-Length=2"],
            content: "ok"
        ),
        Answer(
            wire: "HTTP/1.1 200 OK\r\nConnection: x , CLOSE\r\nContent-Length: 2\r\n\r\nok",
            heads: ["200 OK|Connection=x , CLOSE,Content-Length=2"],
            content: "ok",
            end: .whole(keepsConnection: false)
        ),
        // Framing by chunks.
        Answer(
            wire: "HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n"
                + "5;a=\"b\"\r\nhello\r\n00A  \r\n0123456789\r\n0;x\r\nX-T: 1\r\nnone\r\n\r\n",
            heads: ["200 OK|Transfer-Encoding=Chunked"],
            content: "hello0123456789",
            trailers: "X-T=1"
        ),
        // Lengths that differ: nobody knows whom the next one on the connection answers.
        Answer(
            wire: "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "2\r\nok\r\n0\r\n\r\n",
            heads: ["200 OK|Content-Length=1,Transfer-Encoding=chunked"],
            content: "ok",
            end: .whole(keepsConnection: false)
        ),
        // A trailer that looks like the head of an answer is none.
        Answer(
            wire: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "2\r\nok\r\n0\r\nHTTP/1.1 500 X\r\nX-T: 2\r\n\r\n",
            heads: ["200 OK|Transfer-Encoding=chunked"],
            content: "ok",
            trailers: "X-T=2"
        ),
        Answer(
            wire: "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
            end: .error("invalidResponse")
        ),
        Answer(
            wire: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
            end: .error("invalidResponse")
        ),
        Answer(
            wire: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nokay\r\n",
            heads: ["200 OK|Transfer-Encoding=chunked"],
            content: "ok",
            end: .error("responseTruncated")
        ),
        Answer(
            wire: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
            heads: ["200 OK|Transfer-Encoding=chunked"],
            end: .error("responseTruncated")
        ),
        // What is no HTTP.
        Answer(
            wire: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc",
            end: .error("invalidResponse")
        ),
        Answer(
            wire: "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nabc",
            end: .error("invalidResponse")
        ),
        Answer(
            wire: "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775808\r\n\r\nabc",
            end: .error("invalidResponse")
        ),
        Answer(wire: "SSH-2.0-OpenSSH\r\n", end: .error("invalidResponse")),
        Answer(wire: "\u{15}\u{3}\u{1}\u{0}\u{2}\u{2}", end: .error("invalidResponse")),
        Answer(wire: "\r\nHTTP/1.1 200 OK\r\n\r\n", end: .error("invalidResponse")),
        Answer(wire: "HTTP/2 200\r\n\r\n", end: .error("invalidResponse")),
        Answer(wire: "HTTP/1.1 two\r\n\r\n", end: .error("invalidResponse")),
        Answer(wire: "HTTP/1.1 099 X\r\n\r\n", end: .error("invalidResponse")),
        Answer(wire: "HTTP/1.1 2000 X\r\n\r\n", end: .error("invalidResponse")),
    ]

    private func check(_ reading: ResponseReading, _ answer: Answer, _ cut: String) {
        #expect(reading.heads == answer.heads, "\(cut)")
        #expect(reading.content == Array(answer.content.utf8), "\(cut)")
        #expect(reading.trailers == answer.trailers, "\(cut)")
        let end: Answer.End =
            if let error = reading.error {
                .error(error)
            } else if reading.hasEnded {
                .whole(keepsConnection: reading.keepsConnection)
            } else if reading.endsWithConnection {
                .withConnection
            } else {
                .open
            }
        #expect(end == answer.end, "\(cut)")
        if reading.hasEnded { #expect(reading.endOffset == answer.wire.utf8.count, "\(cut)") }
    }

    @Test(arguments: answers)
    func answersAreTakenApartWhateverThePieces(_ answer: Answer) {
        let bytes = Array(answer.wire.utf8)
        check(ResponseReading([bytes[...]], method: answer.method), answer, "whole")
        for size in 1...7 {
            let pieces = stride(from: 0, to: bytes.count, by: size).map {
                bytes[$0..<min(bytes.count, $0 + size)]
            }
            check(ResponseReading(pieces, method: answer.method), answer, "pieces of \(size)")
        }
        for first in 0...bytes.count {
            let pieces = [bytes[..<first], bytes[first...]]
            check(ResponseReading(pieces, method: answer.method), answer, "cut at \(first)")
            // A third piece at the same place is an empty one.
            let three = [bytes[..<first], [], bytes[first...]]
            check(ResponseReading(three, method: answer.method), answer, "hole at \(first)")
        }
    }

    @Test func bytesBehindAnAnswerAreLeft() {
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        let reading = ResponseReading(answer + "HTTP/1.1 500 X\r\n\r\n")
        #expect(reading.heads == ["200 OK|Content-Length=2"])
        #expect(reading.endOffset == answer.utf8.count)
    }

    @Test(arguments: [
        "HTTP/1.1 200 " + String(repeating: "a", count: 1 << 19),
        "HTTP/1.1 200 OK\r\nX: " + String(repeating: "a", count: 1 << 19),
        "HTTP/1.1 200 OK\r\n" + String(repeating: "X: y\r\n", count: 1 << 17),
        String(repeating: "HTTP/1.1 103 X\r\n\r\n", count: 1 << 15),
    ])
    func headsAreBounded(wire: String) throws {
        let bytes = Array(wire.utf8)
        for size in [997, 65_536, bytes.count] {
            var reader = ResponseReader(method: "POST")
            var offset = 0
            var name: String?
            while offset < bytes.count, name == nil {
                let piece = bytes[offset..<min(bytes.count, offset + size)]
                var position = 0
                do throws(TransportError) {
                    while let _ = try reader.next(in: piece.span, from: &position) {}
                } catch {
                    name = error.kind.name
                }
                offset += piece.count
            }
            #expect(name == "responseHeadTooLarge")
            #expect(reader.headByteCount <= ResponseReader.maximumHeadByteCount)
        }
    }

    @Test func whatIsNoHTTPIsRefusedBeforeItsLineEnds() {
        #expect(ResponseReading("HTTQ").error == "invalidResponse")
        #expect(ResponseReading("HTT").error == nil)
    }
}
