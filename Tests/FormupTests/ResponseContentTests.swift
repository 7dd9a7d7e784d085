import Formup
import Foundation
import TestSupport
import Testing

struct ResponseContentTests {
    private struct Photo: Codable, Equatable {
        var id: Int
        var title: String
    }

    private func response(_ bytes: [UInt8], contentType: String? = nil) throws -> Response {
        var head = ResponseHead(status: 200)
        if let contentType { try head.fields.append("Content-Type", contentType) }
        return Response(head: head, body: .bytes(bytes))
    }

    @Test func jsonBecomesAValue() throws {
        let answer = try response(Array(#"{"id":7,"title":"é"}"#.utf8))
        #expect(try answer.json(as: Photo.self) == Photo(id: 7, title: "é"))
        let photo: Photo = try answer.json()
        #expect(photo.id == 7)
    }

    @Test func anythingElseIsADecodingError() throws {
        for text in ["", "<html>", #"{"id":"7"}"#, #"{"id":7,"tit"#] {
            #expect(throws: DecodingError.self) {
                try response(Array(text.utf8)).json(as: Photo.self)
            }
        }
    }

    /// WHATWG Encoding, section 4.2: the labels of ISO-8859-1 and US-ASCII mean windows-1252.
    @Test(
        arguments: [
            (nil, [0xC3, 0xA9], "é"), ("text/plain", [0xC3, 0xA9], "é"),
            ("text/plain; charset=utf-8", [0xE2, 0x82, 0xAC], "€"),
            ("text/plain; charset=iso-8859-1", [0xE9, 0x80], "é€"),
            ("text/plain;charset=\"Windows-1252\"", [0x80], "€"),
            ("text/plain; format=flowed; Charset = latin1", [0xE9], "é"),
            ("text/plain; charset=us-ascii", [0x41], "A"),
            ("text/plain; charset=unheard-of", [0xC3, 0xA9], "é"),
            ("text/plain", [0x41, 0xFF], "A\u{FFFD}"),
            // Undefined in windows-1252.
            ("text/plain; charset=latin1", [0x81], "\u{81}"),
        ] as [(String?, [UInt8], String)]
    )
    func textIsReadInItsCharset(_ type: String?, _ bytes: [UInt8], _ text: String) throws {
        #expect(try response(bytes, contentType: type).text() == text)
    }

    @Test func contentInAFileIsReadFromThere() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("answer", Array(#"{"id":1,"title":"a"}"#.utf8))
        let answer = Response(
            head: ResponseHead(status: 200),
            body: .file(path, byteCount: 20)
        )
        #expect(try answer.json(as: Photo.self).id == 1)
        #expect(try answer.bytes().count == 20)
        let absent = Response(
            head: ResponseHead(status: 200),
            body: .file(LocalPath(directory.path + "/absent"), byteCount: 1)
        )
        #expect(throws: CocoaError.self) { try absent.text() }
    }

    /// A server that asks for JSON in a part gets the same bytes for the same value.
    @Test func aPartOfJSONHasItsTypeAndAFixedOrder() async throws {
        let part = try MultipartPart(name: "meta", json: Photo(id: 7, title: "a/b"))
        #expect(part.contentType == "application/json")
        #expect(part.filename == nil)
        #expect(try await part.content.collected() == Array(#"{"id":7,"title":"a/b"}"#.utf8))
    }
}
