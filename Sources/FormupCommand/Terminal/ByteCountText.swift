/// Numbers of bytes as people read them.
package enum ByteCountText {
    private static let units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]

    /// `count` with one decimal and a binary unit: `3.4 MiB`.
    package static func text(of count: Int64) -> String {
        guard count >= 1024 else { return "\(max(count, 0)) bytes" }
        var tenths = count
        var unit = 0
        // The last division keeps one decimal, rounded down, in whole numbers.
        while tenths >= 1024 * 1024 {
            tenths >>= 10
            unit += 1
        }
        tenths = tenths * 10 / 1024
        return "\(tenths / 10).\(tenths % 10) \(units[unit + 1])"
    }
}
