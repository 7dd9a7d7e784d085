import BodyStreaming
import MultipartFormData
import ZlibCompression

/// The plan of a form, as people and as programs read it.
package struct FormPlan: Sendable {
    private let encoded: EncodedForm
    private let warnings: [String]

    /// Creates the plan of a form.
    package init(_ encoded: EncodedForm) {
        self.encoded = encoded
        warnings = ServerWarnings.warnings(
            for: encoded.form,
            bodyByteCount: encoded.body.length
        )
    }

    /// Writes a line a segment, then what holds for the whole body.
    package func writeText(to output: inout BufferedOutput) throws(CommandFailure) {
        for run in encoded.layout.runs {
            let offset = Self.column(run.offset.map { String($0) } ?? "?")
            let byteCount = Self.column(run.byteCount.map { String($0) } ?? "?")
            try output.writeLine("\(offset) \(byteCount)  \(Self.text(of: run.origin))")
        }
        let body = encoded.body
        try output.writeLine("Content-Type: \(encoded.form.contentType)")
        if let coding = encoded.coding {
            try output.writeLine(
                "Content-Encoding: \(coding.rawValue); the offsets are those before it"
            )
        }
        try output.writeLine("length: " + (body.length.map { "\($0) bytes" } ?? "unknown"))
        try output.writeLine(
            "replayability: \(body.replayability.rawValue)"
                + (body.replayability == .once ? "; it can't be sent again, for a retry" : "")
        )
        for warning in warnings { try output.writeLine("warning: \(warning)") }
    }

    /// Writes one JSON object; segments are written as they are made.
    package func writeJSON(to output: inout BufferedOutput) throws(CommandFailure) {
        try output.write("{\"segments\":[")
        var isFirst = true
        for run in encoded.layout.runs {
            if !isFirst { try output.write(",") }
            try output.writeJSON { $0.object { Self.write(run, to: &$0) } }
            isFirst = false
        }
        try output.write("],")
        try output.writeJSON { members in
            members.member("length", orNull: encoded.body.length)
            members.member("contentType", encoded.form.contentType)
            members.member("contentEncoding", encoded.coding?.rawValue)
            members.member("replayability", encoded.body.replayability.rawValue)
            members.member("warnings", warnings)
        }
        try output.write("}\n")
    }

    private static func text(of origin: LayoutOrigin) -> String {
        switch origin {
        case .framing: "framing"
        case .field(let name): "field \(name)"
        case .file(let path, let range, _) where range.isEmpty: "file \(path) (empty)"
        case .file(let path, let range, _):
            "file \(path) \(range.lowerBound)-\(range.upperBound - 1)"
        case .stream(let label, _): "stream \(label)"
        }
    }

    private static func write(_ run: LayoutRun, to object: inout JSONWriter) {
        object.member("offset", orNull: run.offset)
        object.member("length", orNull: run.byteCount)
        switch run.origin {
        case .framing: object.member("origin", "framing")
        case .field(let name):
            object.member("origin", "field")
            object.member("name", name)
        case .file(let path, let range, let name):
            object.member("origin", "file")
            object.member("name", name)
            object.member("path", path.string)
            if !range.isEmpty {
                object.member("first", range.lowerBound)
                object.member("last", range.upperBound - 1)
            }
        case .stream(_, let name):
            object.member("origin", "stream")
            object.member("name", name)
        }
    }

    private static func column(_ text: String) -> String {
        String(repeating: " ", count: max(12 - text.utf8.count, 0)) + text
    }
}
