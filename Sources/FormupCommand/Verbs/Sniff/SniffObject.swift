package import BodyStreaming
package import ImageSniffing

/// What a header says, as the JSON object that `sniff` prints and other verbs put into theirs.
package enum SniffObject {
    /// Writes the members of the object, with the keys in their documented order; those that the
    /// header doesn't tell are absent.
    ///
    /// - Parameters:
    ///   - result: What the first bytes say.
    ///   - path: The file, if there is one.
    ///   - object: The object.
    package static func write(
        _ result: SniffResult,
        path: LocalPath? = nil,
        to object: inout JSONWriter
    ) {
        let header = result.header
        let displayed = header?.displayedSize
        object.member("path", path?.string)
        object.member("status", status(of: result))
        object.member("type", result.mediaType)
        object.member("width", header?.width)
        object.member("height", header?.height)
        object.member("orientation", header?.orientation?.rawValue)
        object.member("displayWidth", displayed?.width)
        object.member("displayHeight", displayed?.height)
        object.member("frames", header?.frameCount)
        object.member("animated", header?.isAnimated)
        object.member("alpha", header?.hasAlpha)
        object.member("bitDepth", header?.bitDepth)
        if header == nil { object.member("message", result.description) }
    }

    private static func status(of result: SniffResult) -> String {
        switch result {
        case .found: "found"
        case .truncated: "truncated"
        case .malformed: "malformed"
        case .unknown: "unknown"
        }
    }
}
