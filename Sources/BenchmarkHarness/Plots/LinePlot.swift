/// Lines through measured points, over amounts that double from one to the next.
package struct LinePlot: Sendable {
    /// A line.
    package struct Line: Sendable {
        /// What the legend calls it.
        package let label: String
        /// The points, whose `x` is positive and whose `y` isn't negative.
        package let points: [(x: Double, y: Double)]

        /// Creates a line.
        package init(_ label: String, _ points: [(x: Double, y: Double)]) {
            self.label = label
            self.points = points
        }
    }

    /// What stands above the plot.
    package let title: String
    /// What stands below the horizontal axis.
    package let xLabel: String
    /// What stands beside the vertical axis.
    package let yLabel: String
    /// The lines; at least one, with a point.
    package let lines: [Line]

    /// Creates a plot.
    package init(title: String, xLabel: String, yLabel: String, lines: [Line]) {
        self.title = title
        self.xLabel = xLabel
        self.yLabel = yLabel
        self.lines = lines
    }
}
