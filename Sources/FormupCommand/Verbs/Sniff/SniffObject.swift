package import BodyStreaming
package import ImageSniffing
package import UploadReceiver

/// What a header says, as the JSON object that `sniff` prints and other verbs put into theirs.
package enum SniffObject {
    /// The object; members that the header doesn't tell are absent.
    ///
    /// - Parameters:
    ///   - result: What the first bytes say.
    ///   - path: The file, if there is one.
    /// - Returns: The object, with the keys in their documented order.
    package static func json(of result: SniffResult, path: LocalPath? = nil) -> JSONValue {
        let header = result.header
        let displayed = header?.displayedSize
        let members: [(name: String, value: JSONValue?)] = [
            ("path", path.map { .string($0.string) }),
            ("status", .string(status(of: result))),
            ("type", result.mediaType.map { .string($0) }),
            ("width", integer(header?.width)),
            ("height", integer(header?.height)),
            ("orientation", integer(header?.orientation?.rawValue)),
            ("displayWidth", integer(displayed?.width)),
            ("displayHeight", integer(displayed?.height)),
            ("frames", integer(header?.frameCount)),
            ("animated", header?.isAnimated.map { .bool($0) }),
            ("alpha", header?.hasAlpha.map { .bool($0) }),
            ("bitDepth", integer(header?.bitDepth)),
            ("message", header == nil ? .string(result.description) : nil),
        ]
        return .object(known: members)
    }

    private static func integer(_ number: Int?) -> JSONValue? {
        number.map { .integer(Int64($0)) }
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
