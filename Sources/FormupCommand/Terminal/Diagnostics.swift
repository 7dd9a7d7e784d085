import BodyStreaming

/// The lines that the command writes to standard error.
package enum Diagnostics {
    /// Reports what went wrong, as one line in which nothing commands a terminal.
    package static func report(_ message: String) {
        print("formup: " + message)
    }

    /// Writes one line of words; if standard error is gone, nobody is there to be told.
    package static func print(_ line: String) {
        try? StandardStream.error.write(DisplayText.escaped(line) + "\n")
    }
}
