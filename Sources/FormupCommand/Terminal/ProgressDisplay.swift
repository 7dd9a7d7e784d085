import Synchronization

/// A progress bar on standard error, redrawn in place a few times a second.
///
/// Lines of words that come in between stand above the bar.
package final class ProgressDisplay: Sendable {
    private struct State {
        var bar: ProgressBar
        var isShown = false
        var sent: Int64 = 0
        var lastDraw: ContinuousClock.Instant?
    }

    private static let interval = Duration.milliseconds(100)

    /// Goes to the start of the line and clears the rest of it.
    private static let lineStart = "\r\u{1B}[K"

    private let state: Mutex<State>
    private let begin = ContinuousClock.now
    private let isEnabled: Bool

    /// Creates a display for `total` bytes, which shows nothing unless it `isEnabled`.
    package init(total: Int64?, isEnabled: Bool) {
        state = Mutex(State(bar: ProgressBar(total: total)))
        self.isEnabled = isEnabled
    }

    /// Takes note of how many bytes were sent.
    package func update(sent: Int64) {
        guard isEnabled else { return }
        state.withLock { state in
            state.sent = sent
            let now = ContinuousClock.now
            if let last = state.lastDraw, last.duration(to: now) < Self.interval { return }
            state.lastDraw = now
            draw(&state)
        }
    }

    /// Writes a line of words.
    package func printLine(_ line: String) {
        state.withLock { state in
            guard state.isShown else { return Diagnostics.print(line) }
            try? StandardStream.error.write(Self.lineStart)
            Diagnostics.print(line)
            draw(&state)
        }
    }

    /// Leaves the bar as it is, full if all `sent` bytes were sent, and goes to the next line.
    package func finish(sent: Int64?) {
        guard isEnabled else { return }
        state.withLock { state in
            state.sent = sent ?? state.sent
            guard state.isShown || sent != nil else { return }
            draw(&state)
            try? StandardStream.error.write("\n")
            state.isShown = false
        }
    }

    private func draw(_ state: inout State) {
        let line = state.bar.line(
            sent: state.sent,
            elapsed: begin.duration(to: .now),
            columns: TerminalWidth.columns(of: .error)
        )
        try? StandardStream.error.write(Self.lineStart + line)
        state.isShown = true
    }
}
