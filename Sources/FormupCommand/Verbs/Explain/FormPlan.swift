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
            try output.write((isFirst ? "" : ",") + Self.object(of: run).description)
            isFirst = false
        }
        var rest = JSONObject()
        if let length = encoded.body.length {
            rest.set("length", length)
        } else {
            rest.setNull("length")
        }
        rest.set("contentType", encoded.form.contentType)
        rest.set("contentEncoding", encoded.coding?.rawValue)
        rest.set("replayability", encoded.body.replayability.rawValue)
        rest.set("warnings", warnings)
        try output.write("]," + rest.description.dropFirst() + "\n")
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

    private static func object(of run: LayoutRun) -> JSONObject {
        var object = JSONObject()
        if let offset = run.offset {
            object.set("offset", offset)
        } else {
            object.setNull("offset")
        }
        if let count = run.byteCount {
            object.set("length", count)
        } else {
            object.setNull("length")
        }
        switch run.origin {
        case .framing: object.set("origin", "framing")
        case .field(let name):
            object.set("origin", "field")
            object.set("name", name)
        case .file(let path, let range, let name):
            object.set("origin", "file")
            object.set("name", name)
            object.set("path", path.string)
            if !range.isEmpty {
                object.set("first", range.lowerBound)
                object.set("last", range.upperBound - 1)
            }
        case .stream(_, let name):
            object.set("origin", "stream")
            object.set("name", name)
        }
        return object
    }

    private static func column(_ text: String) -> String {
        String(repeating: " ", count: max(12 - text.utf8.count, 0)) + text
    }
}
