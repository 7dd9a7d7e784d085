import BodyStreaming

extension MultipartForm {
    /// Reads the content of every part that can be read again, and checks that none holds the
    /// form's delimiter.
    ///
    /// One pass, 64 KiB at a time. A file that changes afterwards is found when it is sent.
    ///
    /// - Returns: What was read, and which parts couldn't be.
    /// - Throws: ``MultipartError/delimiterInContent(name:part:path:offset:)`` for the first that
    ///   is found, ``MultipartError/content(name:part:cause:)`` if a content can't be read.
    @concurrent @discardableResult
    public func proveBoundary() async throws(MultipartError) -> BoundaryProof {
        var scan = ContentScan(boundary: boundary)
        for item in items {
            switch item {
            case .fields(let run):
                try scan.take(run, normalizesLineBreaks: normalizesLineBreaks)
            case .packed(let run):
                for index in 0..<run.count {
                    let part = run.part(at: index)
                    try await scan.take(part, normalizesLineBreaks: normalizesLineBreaks)
                }
            case .part(let part):
                try await scan.take(part, normalizesLineBreaks: normalizesLineBreaks)
            }
        }
        return scan.proof
    }

    /// The form with a boundary of which ``proveBoundary()`` has shown that it is in no content.
    ///
    /// As long as the boundary is a random one, another is chosen when the scan finds it.
    ///
    /// - Returns: The form itself, or one that differs in its boundary.
    /// - Throws: As ``proveBoundary()``; for a delimiter that is found only if the caller chose the
    ///   boundary.
    public func provingBoundary() async throws(MultipartError) -> MultipartForm {
        var generator = SystemRandomNumberGenerator()
        return try await provingBoundary(using: &generator)
    }

    /// The form with a proved boundary, each further one chosen by `generator`.
    package func provingBoundary(
        using generator: inout some RandomNumberGenerator
    ) async throws(MultipartError) -> MultipartForm {
        var form = self
        while true {
            do {
                try await form.proveBoundary()
                return form
            } catch .delimiterInContent where !hasFixedBoundary {
                form.chooseBoundary(using: &generator)
            } catch {
                throw error
            }
        }
    }
}
