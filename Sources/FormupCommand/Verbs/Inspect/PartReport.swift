import UploadReceiver

/// Writes a line a part to standard output.
struct PartReport: Sendable {
    private let isJSON: Bool
    private var output = BufferedOutput(.output)
    private var hasHeading = false

    init(isJSON: Bool) {
        self.isJSON = isJSON
    }

    /// Writes the lines of parts that have ended.
    mutating func write(_ parts: [ReceivedPart]) throws(CommandFailure) {
        guard !parts.isEmpty else { return }
        for part in parts {
            if isJSON {
                try output.write(part.json + "\n")
            } else {
                if !hasHeading { try output.write(PartTable.heading) }
                hasHeading = true
                try output.write(PartTable.line(for: part))
            }
        }
        try output.flush()
    }

    /// Says so if there was nothing to write.
    func finish() throws(CommandFailure) {
        if !isJSON, !hasHeading { Diagnostics.report("the form has no parts") }
    }
}
