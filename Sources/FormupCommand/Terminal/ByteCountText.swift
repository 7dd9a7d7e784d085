/// Numbers of bytes as people read them.
package enum ByteCountText {
    private static let units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]

    /// `count` with one decimal and a binary unit: `3.4 MiB`.
    package static func text(of count: Int64) -> String {
        guard count >= 1024 else { return "\(max(count, 0)) bytes" }
        let unit = (63 - count.leadingZeroBitCount) / 10
        let shift = UInt64(10 * unit)
        let (whole, rest) = (UInt64(count) >> shift, UInt64(count) & (1 << shift - 1))
        return "\(whole).\((rest * 10) >> shift) \(units[unit])"
    }
}
