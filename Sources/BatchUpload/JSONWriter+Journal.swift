internal import BodyStreaming

extension JSONWriter {
    /// The line of a results file whose members behind the common ones `members` writes.
    static func journalLine(
        index: Int,
        identifier: String,
        key: ItemKey,
        _ members: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { line in
            line.member("v", Journal.version)
            line.member("index", index)
            line.member("id", identifier)
            line.key("key")
            line.quoted(key.appendDigits)
            members(&line)
        }
        writer.endLine()
        return writer.bytes
    }
}
