/// Round numbers for the marks of an axis from 0 up.
package struct PlotScale: Sendable, Hashable {
    /// The value at the end of the axis.
    package let end: Double

    /// The distance of the marks: 1, 2 or 5 times a power of ten.
    package let step: Double

    /// Creates a scale that reaches `maximum` and has four to ten marks behind 0.
    ///
    /// - Precondition: `maximum` is finite.
    package init(maximum: Double) {
        precondition(maximum.isFinite, "an axis ends somewhere")
        let maximum = maximum > 0 ? maximum : 1
        var power = 1.0
        while power * 10 <= maximum { power *= 10 }
        while power > maximum { power /= 10 }
        let candidates = [power / 5, power / 2, power]
        let step = candidates.first { maximum / $0 <= 10 } ?? power
        self.step = step
        end = (maximum / step).rounded(.up) * step
    }

    /// The values that have marks, 0 included.
    package var marks: [Double] {
        (0...Int((end / step).rounded())).map { Double($0) * step }
    }
}
