/// A line that shows how far an upload is; a pure function of what it was told.
///
/// It never goes back, never passes 100 %, and shows no percentage for an unknown length.
package struct ProgressBar: Sendable {
    /// How many bytes there are, if that is known.
    private let total: Int64?

    /// The most bytes that were ever shown: a second attempt doesn't move the bar back.
    private var shown: Int64 = 0

    /// Creates a bar for `total` bytes.
    package init(total: Int64?) {
        self.total = total
    }

    /// Takes note of `sent` bytes after `elapsed` and returns the line for them.
    ///
    /// - Parameters:
    ///   - sent: The bytes sent by now.
    ///   - elapsed: The time since the first byte.
    ///   - columns: The width of the terminal; the line is shorter.
    /// - Returns: The line, without an end.
    package mutating func line(sent: Int64, elapsed: Duration, columns: Int) -> String {
        shown = max(shown, min(sent, total ?? .max))
        let seconds =
            Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
        let rate = seconds > 0 ? min(Double(max(sent, 0)) / seconds, 1e18) : 0
        var pieces = [amount]
        if rate >= 1 { pieces.append(ByteCountText.text(of: Int64(rate)) + "/s") }
        if let total, shown < total, rate >= 1 {
            pieces.append(Self.clock(Double(total - shown) / rate) + " left")
        }
        // What has no room is left out, from the end.
        let width = max(columns - 1, 0)
        while pieces.count > 1, percentage.count + Self.length(of: pieces) > width {
            pieces.removeLast()
        }
        let room = width - percentage.count - Self.length(of: pieces) - 3
        let line = percentage + bar(width: min(room, 40)) + pieces.joined(separator: "  ")
        return String(line.prefix(width))
    }

    private static func length(of pieces: [String]) -> Int {
        pieces.reduce(0) { $0 + $1.count + 2 } - 2
    }

    /// The share of the bytes that were sent, rounded down: 100 only when all were.
    package var percent: Int? {
        guard let total else { return nil }
        guard total > 0 else { return 100 }
        return Int(Double(shown) / Double(total) * 100).clamped(to: 0...(shown < total ? 99 : 100))
    }

    private var percentage: String {
        guard let percent else { return "" }
        return String(repeating: " ", count: 3 - String(percent).count) + "\(percent) % "
    }

    private func bar(width: Int) -> String {
        guard let percent, width >= 10 else { return "" }
        let filled = width * percent / 100
        return "[" + String(repeating: "=", count: filled)
            + String(repeating: " ", count: width - filled) + "] "
    }

    private var amount: String {
        guard let total else { return ByteCountText.text(of: shown) }
        return "\(ByteCountText.text(of: shown)) of \(ByteCountText.text(of: total))"
    }

    /// Minutes and seconds, or hours, minutes and seconds; a day is the most that is shown.
    private static func clock(_ seconds: Double) -> String {
        let seconds = Int(min(seconds, 86_399))
        let minutes = seconds / 60 % 60
        let tail = "\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
        guard seconds >= 3600 else { return "\(minutes):\(tail)" }
        return "\(seconds / 3600):\(minutes < 10 ? "0" : "")\(minutes):\(tail)"
    }
}

extension Int {
    fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
