import MultipartFormData
import TestSupport
import Testing

@Suite struct BoundaryTests {
    // golang/go#18768: too strict about a space within, or too lax about the rest.
    @Test(arguments: [
        "a", "a b", "0123456789", String(repeating: "x", count: 70), "'()+_,-./:=?", " a",
    ])
    func everyTextOfRFC2046IsTaken(text: String) throws {
        #expect(try Boundary(text).value == text)
    }

    @Test(arguments: [
        ("", BoundaryFault.empty),
        (String(repeating: "x", count: 71), .tooLong(byteCount: 71)),
        ("abc ", .endsInSpace),
        (" ", .endsInSpace),
        ("a\r\nb", .byteNotAllowed(0x0D, offset: 1)),
        ("ünï", .byteNotAllowed(0xC3, offset: 0)),
        ("a\"b", .byteNotAllowed(0x22, offset: 1)),
        ("a\\b", .byteNotAllowed(0x5C, offset: 1)),
        ("ab\u{0}", .byteNotAllowed(0, offset: 2)),
        ("a;b", .byteNotAllowed(0x3B, offset: 1)),
    ])
    func everyOtherTextIsRefusedWithTheReason(text: String, fault: BoundaryFault) {
        #expect {
            try Boundary(text)
        } throws: { error in
            guard case MultipartError.invalidBoundary(text, fault: fault) = error else {
                return false
            }
            return !"\(error)".contains { $0.isNewline }
        }
    }

    // golang/go#26532: unquoted, these can't be read back; and vapor/multipart-kit#14,
    // eclipse-ee4j/jersey#1357, catwell/lua-multipart-post#7: tokens in quotes aren't found.
    @Test(arguments: [
        ("(boundary)", "\"(boundary)\""), ("a:b", "\"a:b\""), ("a b", "\"a b\""),
        ("a=b", "\"a=b\""), ("a/b", "\"a/b\""), ("a,b", "\"a,b\""), ("a?b", "\"a?b\""),
        ("AaB03x", "AaB03x"), ("'+_.-", "'+_.-"),
    ])
    func onlyWhatIsNoTokenIsQuoted(text: String, parameter: String) throws {
        let form = MultipartForm(boundary: try Boundary(text))
        #expect(form.contentType == "multipart/form-data; boundary=\(parameter)")
    }

    @Test func theDefaultIsAnUnquotedTokenOf128BitsOrMore() throws {
        let value = Boundary().value
        #expect(value.hasPrefix("----"))
        let random = value.utf8.dropFirst(4)
        #expect(random.count == 22)
        let isAlphanumeric = random.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: false
            }
        }
        #expect(isAlphanumeric)
        #expect(MultipartForm().contentType.hasPrefix("multipart/form-data; boundary=----"))
    }

    // OpenFeign/feign#3429: boundaries from a clock are equal when they are made at once; and
    // CVE-2025-7783 (GHSA-fjxv-7rqg-78g4): a predictable generator lets an attacker write parts.
    @Test func manyAtOnceAllDifferAndUseTheWholeAlphabetEverywhere() {
        let count = 10_000
        var seen: Set<String> = []
        var byPosition = [Set<UInt8>](repeating: [], count: 26)
        for _ in 0..<count {
            let value = Boundary().value
            seen.insert(value)
            for (position, byte) in value.utf8.enumerated() { byPosition[position].insert(byte) }
        }
        #expect(seen.count == count)
        #expect(byPosition.dropFirst(4).allSatisfy { $0.count == 62 })
    }

    @Test func theGeneratorAloneDecides() {
        var one = SeededGenerator(seed: 1)
        var other = SeededGenerator(seed: 1)
        #expect(Boundary(using: &one) == Boundary(using: &other))
        #expect(Boundary(using: &one) != MultipartForm().boundary)
    }
}
