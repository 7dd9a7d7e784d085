#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// How many characters fit on a line of the terminal.
package enum TerminalWidth {
    private static let standard = 80

    /// `COLUMNS` if it is set, else what the terminal behind `stream` says, else 80.
    package static func columns(of stream: StandardStream) -> Int {
        if let text = unsafe getenv("COLUMNS"), let columns = unsafe Int(String(cString: text)),
            columns > 0
        {
            return columns
        }
        var size = winsize()
        let isKnown = unsafe ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0
        return isKnown && size.ws_col > 0 ? Int(size.ws_col) : standard
    }
}
