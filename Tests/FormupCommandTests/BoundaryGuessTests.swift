import FormupCommand
import MultipartFormData
import Testing

struct BoundaryGuessTests {
    private enum Expected: Sendable {
        case boundary(String)
        case other(BoundaryGuess)
    }

    private struct Case: Sendable {
        let text: String
        let isWhole: Bool
        let expected: Expected
    }

    private static let cases = [
        Case(text: "--b\r\nX: y\r\n", isWhole: false, expected: .boundary("b")),
        Case(text: "--b \t\r\nX", isWhole: false, expected: .boundary("b")),
        Case(text: "----x--\r\nX: y", isWhole: false, expected: .boundary("--x--")),
        Case(text: "preamble\r\n\r\n--b\r\nX", isWhole: false, expected: .boundary("b")),
        Case(text: "- -\n--(ä)\r\n--b c\r\nX", isWhole: false, expected: .boundary("b c")),
        Case(text: "--b--\r\n", isWhole: true, expected: .boundary("b")),
        Case(text: "--b--", isWhole: true, expected: .boundary("b")),
        Case(text: "--b", isWhole: true, expected: .boundary("b")),
        Case(text: "", isWhole: false, expected: .other(.needsMore)),
        Case(text: "--b", isWhole: false, expected: .other(.needsMore)),
        Case(text: "--b--\r\n", isWhole: false, expected: .other(.needsMore)),
        Case(text: "a\r\n--b\nX: y", isWhole: false, expected: .other(.bareLineFeed(offset: 3))),
        Case(text: "hello\r\n", isWhole: true, expected: .other(.notFound)),
        Case(text: "", isWhole: true, expected: .other(.notFound)),
    ]

    @Test(arguments: cases)
    private func theFirstDelimiterLineTells(_ example: Case) throws {
        let guess = BoundaryGuess(Array(example.text.utf8), isWhole: example.isWhole)
        switch example.expected {
        case .boundary(let text): #expect(guess == .found(try Boundary(text)))
        case .other(let other): #expect(guess == other)
        }
    }

    @Test func longPreamblesAreGivenUp() {
        let preamble = [UInt8](repeating: 0x78, count: BoundaryGuess.maximumByteCount)
        #expect(BoundaryGuess(preamble, isWhole: false) == .notFound)
        #expect(BoundaryGuess(Array(preamble.dropLast()), isWhole: false) == .needsMore)
    }
}
