import BenchmarkHarness
import Testing

@Suite struct ResultTableTests {
    @Test func ratesFollowFromTheWork() {
        let results = [
            BenchmarkResult(
                name: "encode",
                work: Work(2 << 20, .bytes),
                deterministicMetrics: [.allocations],
                samples: [
                    Sample([
                        .wall: 1_000_000, .processor: 500_000, .allocations: 3, .systemCalls: 8,
                    ]),
                    Sample([
                        .wall: 3_000_000, .processor: 900_000, .allocations: 4, .systemCalls: 9,
                    ]),
                    Sample([
                        .wall: 2_000_000, .processor: 600_000, .allocations: 4, .systemCalls: 9,
                    ]),
                ]
            ),
            BenchmarkResult(
                name: "layout/1",
                work: Work(100, .parts),
                samples: [Sample([.wall: 2000, .processor: 1000, .memory: 1_500_000])]
            ),
        ]
        #expect(
            ResultTable(results).text == """
                case           work     wall      min      max      CPU          rate  \
                allocations  syscalls   memory
                encode     2.00 MiB  2.00 ms  1.00 ms  3.00 ms   600 µs     1.05 GB/s  \
                          3        ~9        -
                layout/1  100 parts  2.00 µs  2.00 µs  2.00 µs  1.00 µs  10.0 ns each  \
                          -         -  1.50 MB

                """
        )
    }

    @Test func growthShowsExponentAndPriceOfOneMore() {
        let results = [100, 200, 400].map { amount in
            BenchmarkResult(
                name: "growth/s/\(amount)",
                work: Work(amount, .parts),
                series: "s",
                samples: [Sample([.allocations: Int64(amount * 2), .systemCalls: 5])]
            )
        }
        let lines = GrowthTable(Growth.all(in: results)).text.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(
            lines[1].split(separator: " ")
                == ["s", "parts", "-", "-", "-", "-", "1.00", "2.00", "0", "0", "-", "-"]
        )
    }

    @Test func columnsAreAsWideAsTheirWidestCell() {
        var table = TextTable(["a", "bb", "c"])
        table.append(["long", "1", "2"])
        table.append(["µ", "22222"])
        #expect(
            table.text == """
                a        bb  c
                long      1  2
                µ     22222

                """
        )
    }
}
