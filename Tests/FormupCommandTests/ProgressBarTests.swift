import FormupCommand
import Testing

struct ProgressBarTests {
    @Test(arguments: [
        (
            Int64(0), 0, 80,
            "  0 % [                                        ] 0 bytes of 1.0 MiB"
        ),
        (
            524_288, 2, 80,
            " 50 % [=============             ] 512.0 KiB of 1.0 MiB  256.0 KiB/s  0:02 left"
        ),
        (
            1_048_576, 4, 80,
            "100 % [=======================================] 1.0 MiB of 1.0 MiB  256.0 KiB/s"
        ),
        (524_288, 2, 40, " 50 % 512.0 KiB of 1.0 MiB  256.0 KiB/s"),
        (524_288, 2, 30, " 50 % 512.0 KiB of 1.0 MiB"),
        (524_288, 2, 8, " 50 % 5"),
        (524_288, 2, 0, ""),
    ])
    func theLineFitsTheTerminal(_ sent: Int64, _ seconds: Int, _ columns: Int, _ line: String) {
        var bar = ProgressBar(total: 1_048_576)
        let shown = bar.line(sent: sent, elapsed: .seconds(seconds), columns: columns)
        #expect(shown == line)
        #expect(shown.count < max(columns, 1))
    }

    @Test func anUnknownLengthShowsBytesOnly() {
        var bar = ProgressBar(total: nil)
        let line = bar.line(sent: 3 << 20, elapsed: .seconds(1), columns: 80)
        #expect(line == "3.0 MiB  3.0 MiB/s")
        #expect(bar.percent == nil)
    }

    @Test func theBarNeverGoesBackAndNeverPassesTheEnd() {
        var bar = ProgressBar(total: 1000)
        var last = 0
        for sent: Int64 in [0, 10, 999, 0, 5, 1000, 1001, .max, -5] {
            _ = bar.line(sent: sent, elapsed: .milliseconds(1), columns: 80)
            let percent = bar.percent ?? -1
            #expect((last...100).contains(percent))
            last = percent
        }
        #expect(last == 100)
    }

    @Test func oneByteBeforeTheEndIsNotTheEnd() {
        var bar = ProgressBar(total: .max)
        _ = bar.line(sent: .max - 1, elapsed: .seconds(1), columns: 80)
        #expect(bar.percent == 99)
    }

    @Test func anEmptyBodyIsDoneAtOnce() {
        var bar = ProgressBar(total: 0)
        #expect(bar.line(sent: 0, elapsed: .zero, columns: 80).hasPrefix("100 %"))
    }

    @Test(arguments: [Duration.zero, .nanoseconds(1), .seconds(-1), .seconds(Int64.max)])
    func noTimeMakesTheRateNoNumber(_ elapsed: Duration) {
        var bar = ProgressBar(total: .max)
        let line = bar.line(sent: 1 << 62, elapsed: elapsed, columns: 200).lowercased()
        #expect(!line.contains("nan") && !line.contains("inf"))
    }

    @Test(arguments: [
        (Int64(-1), "0 bytes"), (0, "0 bytes"), (1023, "1023 bytes"), (1024, "1.0 KiB"),
        (1_048_575, "1023.9 KiB"), (1_048_576, "1.0 MiB"), (3_565_159, "3.4 MiB"),
        (.max, "7.9 EiB"),
    ])
    func byteCountsAreRoundedDown(_ count: Int64, _ text: String) {
        #expect(ByteCountText.text(of: count) == text)
    }
}
