import BenchmarkHarness
import Testing

@Suite struct LinePlotTests {
    @Test(
        arguments: [
            (0, 1, 0.2), (1, 1, 0.2), (7, 7, 1), (10, 10, 2), (12, 12, 2), (19_000, 20_000, 2000),
            (21, 25, 5), (55, 60, 10), (0.034, 0.035, 0.005),
        ] as [(Double, Double, Double)]
    )
    func scalesEndAtARoundNumber(_ maximum: Double, _ end: Double, _ step: Double) {
        let scale = PlotScale(maximum: maximum)
        #expect(abs(scale.end - end) < end * 1e-9)
        #expect(abs(scale.step - step) < step * 1e-9)
        #expect(scale.marks.first == 0)
        #expect((4...11).contains(scale.marks.count))
    }

    private let plot = LinePlot(
        title: "a < b & c",
        xLabel: "at once",
        yLabel: "per second",
        lines: [
            LinePlot.Line("one", [(x: 1, y: 0), (x: 4, y: 50), (x: 16, y: 100)]),
            LinePlot.Line("two", [(x: 1, y: 100)]),
        ]
    )

    @Test func amountsThatDoubleAreEvenlySpaced() {
        #expect(
            plot.svg.contains(
                #"<polyline points="80.0,370.0 380.0,215.0 680.0,60.0" fill="none" "#
                    + ##"stroke="#1f6fb4" stroke-width="2"/>"##
            )
        )
    }

    @Test func everyPointHasACircleAndEveryLineAnEntryInTheLegend() {
        #expect(plot.svg.split(separator: "<circle ").count - 1 == 4)
        #expect(plot.svg.contains(">one</text>"))
        #expect(plot.svg.contains(">two</text>"))
    }

    @Test func textIsEscaped() {
        #expect(plot.svg.contains(">a &lt; b &amp; c</text>"))
        #expect(plot.svg.hasPrefix(#"<svg xmlns="http://www.w3.org/2000/svg" "#))
        #expect(plot.svg.hasSuffix("</svg>\n"))
    }
}
