package import BodyStreaming
package import ImageSniffing

/// What a header says, as the JSON object that `sniff` prints and other verbs put into theirs.
package enum SniffObject {
    /// The object; members that the header doesn't tell are absent.
    ///
    /// - Parameters:
    ///   - result: What the first bytes say.
    ///   - path: The file, if there is one.
    /// - Returns: The object, with the keys in their documented order.
    package static func json(of result: SniffResult, path: LocalPath? = nil) -> JSONObject {
        var object = JSONObject()
        object.set("path", path?.string)
        object.set("status", status(of: result))
        object.set("type", result.mediaType)
        guard case .found(let header) = result else {
            object.set("message", result.description)
            return object
        }
        object.set("width", header.width)
        object.set("height", header.height)
        object.set("orientation", header.orientation.map { Int($0.rawValue) })
        object.set("displayWidth", header.displayedSize?.width)
        object.set("displayHeight", header.displayedSize?.height)
        object.set("frames", header.frameCount)
        if let isAnimated = header.isAnimated { object.set("animated", isAnimated) }
        if let hasAlpha = header.hasAlpha { object.set("alpha", hasAlpha) }
        object.set("bitDepth", header.bitDepth)
        return object
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
