extension HeaderReader {
    /// Reads facts that the answer can do without.
    ///
    /// What stops `body` (missing bytes, a broken rule, the budget) leaves the facts unknown that
    /// it had not set by then; only a failure of the source goes on.
    mutating func readOptionalFacts(
        _ body: (inout HeaderReader) throws(SniffStop) -> Void
    ) throws(SniffStop) {
        do {
            try body(&self)
        } catch .sourceFailed(let error) {
            throw .sourceFailed(error)
        } catch {}
    }
}

extension ImageHeader {
    /// A header with the size of an image, both sides of which must be at least one pixel.
    ///
    /// `offset` is where the size stands in the file.
    init(
        _ format: ImageFormat,
        pixels width: Int64,
        by height: Int64,
        at offset: Int64
    ) throws(SniffStop) {
        guard width > 0, height > 0 else {
            throw .malformed(reason: "width or height is zero", offset: offset)
        }
        self.init(format, width: Int(clamping: width), height: Int(clamping: height))
    }

    /// The header of one still image.
    static func still(
        _ format: ImageFormat,
        pixels width: Int64,
        by height: Int64,
        at offset: Int64
    ) throws(SniffStop) -> ImageHeader {
        var header = try ImageHeader(format, pixels: width, by: height, at: offset)
        header.frameCount = 1
        header.isAnimated = false
        return header
    }
}
