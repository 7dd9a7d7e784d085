/// A request as it arrived at a ``ScriptedServer``.
package struct ScriptedRequest: Sendable {
    /// The position among all requests of the server.
    var index = 0
    package var connection: Int
    package var method: String
    package var target: String
    /// Names as they came, and values.
    package var fields: [(name: String, value: String)] = []
    /// What was read of the body, without the chunks' framing.
    package var body: [UInt8] = []
    /// Whether the body was read to its end.
    package var isComplete = false
    /// Bytes that came where none were allowed.
    package var surplusByteCount = 0

    /// The value of the first field called `name`.
    package subscript(name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    package var contentLength: Int? { self["Content-Length"].flatMap { Int($0) } }

    package var isChunked: Bool { self["Transfer-Encoding"]?.lowercased() == "chunked" }
}
