/// Writes numbers for people.
package enum Digits {
    /// `value` with `count` decimals, rounded to nearest.
    package static func fixed(_ value: Double, _ count: Int) -> String {
        guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
        var unit: Int64 = 1
        for _ in 0..<count { unit *= 10 }
        let scaled = Int64((abs(value) * Double(unit)).rounded())
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard count > 0 else { return sign + String(scaled) }
        let decimals = String(scaled % unit + unit).dropFirst()
        return "\(sign)\(scaled / unit).\(decimals)"
    }

    /// `value` with about three digits that matter.
    package static func short(_ value: Double) -> String {
        switch abs(value) {
        case 0: "0"
        case ..<0.0995: fixed(value, 3)
        case ..<9.95: fixed(value, 2)
        case ..<99.5: fixed(value, 1)
        default: fixed(value, 0)
        }
    }

    /// A number of nanoseconds in the unit that suits it.
    package static func time(nanoseconds: Double) -> String {
        switch abs(nanoseconds) {
        case ..<1e3: short(nanoseconds) + " ns"
        case ..<1e6: short(nanoseconds / 1e3) + " µs"
        case ..<1e9: short(nanoseconds / 1e6) + " ms"
        default: short(nanoseconds / 1e9) + " s"
        }
    }
}
