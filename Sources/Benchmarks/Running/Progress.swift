#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Tells people on standard error what is being measured.
struct Progress {
    private let isTerminal = isatty(STDERR_FILENO) == 1

    /// Shows what runs, on a terminal.
    func show(_ text: String) {
        if isTerminal { write("\r\u{1B}[K" + text) }
    }

    /// Removes what was shown.
    func clear() {
        if isTerminal { write("\r\u{1B}[K") }
    }

    /// Says something that stays.
    func note(_ text: String) {
        clear()
        write(text + "\n")
    }

    private func write(_ text: String) {
        try? SmallFile.write(Array(text.utf8), to: STDERR_FILENO)
    }
}
