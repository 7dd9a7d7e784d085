import BodyStreaming

/// What people are told of the object that ``SniffObject`` writes.
struct SniffSummary {
    /// How the bytes were understood.
    private(set) var status = ""
    /// The media type that the bytes tell.
    private(set) var type: String?
    /// The width in pixels.
    private(set) var width: Int64?
    /// The height in pixels.
    private(set) var height: Int64?

    /// Reads the object; `nil` if `json` is none.
    init?(_ json: String) {
        do {
            try read(JSONReader(Array(json.utf8)[...]))
        } catch {
            return nil
        }
    }

    private mutating func read(_ object: consuming JSONReader) throws(JSONFault) {
        try object.beginObject()
        while let key = try object.nextKey() {
            switch key {
            case "status": status = try object.string()
            case "type": type = try object.string()
            case "width": width = try object.integer()
            case "height": height = try object.integer()
            default: try object.skipValue()
            }
        }
    }
}
