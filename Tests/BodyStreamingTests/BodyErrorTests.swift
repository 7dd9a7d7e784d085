import BodyStreaming
import Testing

@Suite struct BodyErrorTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var error: BodyError
        var expected: String
        var testDescription: String { expected }
    }

    static let cases: [Case] = [
        Case(
            error: .fileSystem(operation: .open, path: "a\n\u{1B}[31mb", errno: 13),
            expected: "can't open 'a\\n\\u{1B}[31mb': Permission denied (errno 13)"
        ),
        Case(
            error: .fileSystem(operation: .read, path: "a", errno: 5),
            expected: "can't read 'a': Input/output error (errno 5)"
        ),
        Case(
            error: .unsupportedFile(path: "/dev/sda", kind: .blockDevice),
            expected: "'/dev/sda' is a block device, whose bytes can't be sent"
        ),
        Case(
            error: .rangeOutOfBounds(path: "a", range: 1..<9, byteCount: 3),
            expected: "'a' has 3 bytes, so bytes 1 up to 9 aren't all in it"
        ),
        Case(
            error: .fileChanged(path: "a", change: .modified),
            expected: "'a' was modified after the body was laid out; send it when it is complete"
        ),
        Case(
            error: .output(operation: .write, offset: 7, errno: 32),
            expected: "can't write the body after 7 bytes: Broken pipe (errno 32)"
        ),
        Case(
            error: .output(operation: .copyFileRange, offset: 0, errno: 28),
            expected: "can't copy_file_range the body after 0 bytes: "
                + "No space left on device (errno 28)"
        ),
        Case(
            error: .offsetOutOfRange(offset: 9, length: nil),
            expected: "offset 9 is not in the body"
        ),
        Case(
            error: .alreadyConsumed(label: "standard\u{7}input"),
            expected: "'standard\\u{7}input' can be read only once and was read before; "
                + "to send it again, keep it in a file"
        ),
    ]

    @Test(arguments: cases)
    func descriptionIsOneLine(_ testCase: Case) {
        #expect(testCase.error.description == testCase.expected)
        #expect(!testCase.error.description.contains("\n"))
    }

    @Test func unknownErrorNumberHasWords() {
        #expect(
            BodyError.output(operation: .write, offset: 0, errno: 9999).description
                .hasSuffix("(errno 9999)")
        )
    }
}
