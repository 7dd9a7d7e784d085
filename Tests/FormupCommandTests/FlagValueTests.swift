import FormupCommand
import Testing

struct FlagValueTests {
    @Test(arguments: [("0", 0), ("3", 3), ("007", 7), ("100", 100)])
    func wholeNumbersInRangeAreTaken(_ text: String, _ number: Int) throws {
        #expect(try value(text).integer(in: 0...100) == number)
    }

    @Test(arguments: [
        "", "-1", "+1", "101", "1.5", "many", " 1", "1 ", "99999999999999999999", "٣",
    ])
    func otherNumbersAreRefused(_ text: String) {
        #expect(
            throws: CommandFailure.usage("--x takes a whole number from 0 to 100, not \"\(text)\"")
        ) { try value(text).integer(in: 0...100) }
    }

    @Test(arguments: [
        ("0", 0), ("65536", 65_536), ("64K", 65_536), ("64k", 65_536), ("1M", 1 << 20),
        ("2g", 2 << 30),
    ])
    func byteCountsAreTaken(_ text: String, _ number: Int64) throws {
        #expect(try value(text).byteCount() == number)
    }

    @Test(arguments: ["", "K", "1T", "-1", "1.5M", "9223372036854775807K", "9223372036854775808"])
    func otherByteCountsAreRefused(_ text: String) {
        #expect(throws: CommandFailure.self) { try value(text).byteCount() }
    }

    @Test(arguments: [
        ("0", Duration.zero), ("30", .seconds(30)), ("0.5", .milliseconds(500)),
        ("1.000000001", .seconds(1) + .nanoseconds(1)), ("2.25", .milliseconds(2250)),
    ])
    func secondsAreTaken(_ text: String, _ duration: Duration) throws {
        #expect(try value(text).seconds() == duration)
    }

    @Test(arguments: ["", ".", "1.", ".5", "-1", "1e3", "1.2.3", "99999999", "nan", "inf"])
    func otherSecondsAreRefused(_ text: String) {
        #expect(throws: CommandFailure.self) { try value(text).seconds() }
    }

    @Test(arguments: [("0-0", 0...0), ("5-69999", 5...69_999)])
    func byteRangesAreTaken(_ text: String, _ range: ClosedRange<Int64>) throws {
        #expect(try value(text).byteRange() == range)
    }

    @Test(arguments: ["", "-", "5", "5-", "-5", "9-5", "1-2-3", "a-b", "0-9223372036854775807"])
    func otherByteRangesAreRefused(_ text: String) {
        #expect(throws: CommandFailure.self) { try value(text).byteRange() }
    }

    @Test func anAssignmentIsSplitAtItsFirstEqualsSign() throws {
        let (name, text) = try value("a=b=c").assignment()
        #expect(name == Array("a".utf8))
        #expect(text == Array("b=c".utf8))
        #expect(throws: CommandFailure.self) { try value("a").assignment() }
    }

    @Test func textIsNotMended() {
        let value = FlagValue(flag: "--x", argument: [0x61, 0xFF])
        #expect(throws: CommandFailure.usage("--x takes UTF-8 text")) { try value.text() }
    }

    private func value(_ text: String) -> FlagValue {
        FlagValue(flag: "--x", argument: Array(text.utf8))
    }
}
