import Foundation
import Testing
import UploadReceiver

@Suite struct JSONValueTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String { expected }
        var value: JSONValue
        var expected: String
    }

    static let cases: [Case] = [
        Case(value: .null, expected: "null"),
        Case(value: .bool(true), expected: "true"),
        Case(value: .integer(.min), expected: "-9223372036854775808"),
        Case(value: .double(0.5), expected: "0.5"),
        Case(value: .double(.infinity), expected: "null"),
        Case(value: .double(.nan), expected: "null"),
        Case(value: .string("a\"b\\c/é😀"), expected: #""a\"b\\c/é😀""#),
        Case(value: .string("\r\n\t\u{0}\u{1B}\u{7F}"), expected: #""\r\n\t\u0000\u001b\u007f""#),
        Case(value: .string("\u{9B}\u{2028}\u{202E}"), expected: #""\u009b\u2028\u202e""#),
        Case(
            value: .string(String(decoding: [0x61, 0xFF, 0xC3], as: UTF8.self)),
            expected: "\"a\u{FFFD}\u{FFFD}\""
        ),
        Case(value: .array([]), expected: "[]"),
        Case(value: .array([.integer(1), .null, "x"]), expected: #"[1,null,"x"]"#),
        Case(value: .object([]), expected: "{}"),
        Case(
            value: .object([("b\n", .integer(1)), ("a", .object([("c", .bool(false))]))]),
            expected: #"{"b\n":1,"a":{"c":false}}"#
        ),
    ]

    @Test(arguments: cases)
    func writesOneLine(_ testCase: Case) throws {
        #expect(testCase.value.text == testCase.expected)
        _ = try JSONSerialization.jsonObject(
            with: Data(testCase.value.text.utf8),
            options: .fragmentsAllowed
        )
    }
}
