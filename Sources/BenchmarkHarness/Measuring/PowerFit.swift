#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The power of `x` that `y` grows with, fitted to measured points.
package enum PowerFit {
    /// The slope of the line through the logarithms of the points, by least squares.
    ///
    /// - Parameter points: Pairs of a size and a cost.
    /// - Returns: The exponent: 0 for a cost that doesn't depend on the size, 1 for one that is
    ///   proportional to it. `nil` with fewer than two sizes, or with a value that isn't positive,
    ///   which has no logarithm.
    package static func exponent(_ points: [(x: Double, y: Double)]) -> Double? {
        guard points.allSatisfy({ $0.x > 0 && $0.y > 0 }) else { return nil }
        let logarithms = points.map { (x: log($0.x), y: log($0.y)) }
        let count = Double(points.count)
        let meanX = logarithms.reduce(0) { $0 + $1.x } / count
        let meanY = logarithms.reduce(0) { $0 + $1.y } / count
        let variance = logarithms.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
        guard variance > 0 else { return nil }
        let covariance = logarithms.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) }
        return covariance / variance
    }
}
