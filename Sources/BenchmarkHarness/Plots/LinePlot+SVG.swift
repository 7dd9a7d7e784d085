#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension LinePlot {
    /// The plot as a picture.
    ///
    /// Source: Scalable Vector Graphics 1.1, https://www.w3.org/TR/SVG11/
    package var svg: String {
        let frame = Frame(lines)
        var text = """
            <svg xmlns="http://www.w3.org/2000/svg" width="720" height="420" \
            viewBox="0 0 720 420" font-family="sans-serif" font-size="12">
            <rect width="720" height="420" fill="white"/>

            """
        text += Self.label(title, x: 380, y: 24, anchor: "middle", size: 15)
        text += Self.label(xLabel, x: 380, y: 410, anchor: "middle")
        text += Self.label(yLabel, x: 80, y: 44, anchor: "start")
        for mark in frame.scale.marks {
            let y = frame.y(mark)
            text += Self.rule(80, y, 680, y)
            text += Self.label(Self.number(mark), x: 72, y: y + 4, anchor: "end")
        }
        for mark in frame.xMarks {
            let x = frame.x(mark)
            text += Self.rule(x, 370, x, 375)
            text += Self.label(Self.number(mark), x: x, y: 390, anchor: "middle")
        }
        for (index, line) in lines.enumerated() {
            let color = Self.colors[index % Self.colors.count]
            let points = line.points.map { point in
                "\(Digits.fixed(frame.x(point.x), 1)),\(Digits.fixed(frame.y(point.y), 1))"
            }
            text += """
                <polyline points="\(points.joined(separator: " "))" fill="none" \
                stroke="\(color)" stroke-width="2"/>

                """
            for point in line.points {
                text += """
                    <circle cx="\(Digits.fixed(frame.x(point.x), 1))" \
                    cy="\(Digits.fixed(frame.y(point.y), 1))" r="3" fill="\(color)"/>

                    """
            }
            let y = 60 + 18 * Double(index)
            text += "<rect x=\"560\" y=\"\(Digits.fixed(y - 9, 1))\" width=\"10\" height=\"10\" "
            text += "fill=\"\(color)\"/>\n"
            text += Self.label(line.label, x: 576, y: y, anchor: "start")
        }
        return text + "</svg>\n"
    }

    /// Where values are in the picture.
    private struct Frame {
        let scale: PlotScale
        let xMarks: [Double]
        private let first: Double
        private let last: Double

        init(_ lines: [Line]) {
            let points = lines.flatMap(\.points)
            scale = PlotScale(maximum: points.map(\.y).max() ?? 0)
            xMarks = Set(points.map(\.x)).sorted()
            first = log2(xMarks.first ?? 1)
            last = log2(xMarks.last ?? 1)
        }

        func x(_ value: Double) -> Double {
            last > first ? 80 + 600 * (log2(value) - first) / (last - first) : 380
        }

        func y(_ value: Double) -> Double { 370 - 310 * value / scale.end }
    }

    private static let colors = ["#1f6fb4", "#d9541e", "#3a8f3a", "#7d4fa3"]

    private static func number(_ value: Double) -> String {
        Digits.fixed(value, value == value.rounded() ? 0 : 2)
    }

    private static func rule(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> String {
        let ends = zip(["x1", "y1", "x2", "y2"], [x1, y1, x2, y2])
            .map { "\($0)=\"\(Digits.fixed($1, 1))\"" }
        return "<line \(ends.joined(separator: " ")) stroke=\"#ccc\"/>\n"
    }

    private static func label(
        _ text: String,
        x: Double,
        y: Double,
        anchor: String,
        size: Int = 12
    ) -> String {
        """
        <text x="\(Digits.fixed(x, 1))" y="\(Digits.fixed(y, 1))" text-anchor="\(anchor)" \
        font-size="\(size)">\(escaped(text))</text>

        """
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.append(character)
            }
        }
    }
}
