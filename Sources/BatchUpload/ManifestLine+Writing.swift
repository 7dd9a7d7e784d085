internal import BodyStreaming

extension ManifestLine {
    /// The line as JSON, with its end; `nil` if a path is not UTF-8, which JSON can't hold.
    public var json: [UInt8]? {
        let paths = files.map { String(validating: $0.path.bytes, as: UTF8.self) }
        guard !paths.contains(nil) else { return nil }
        var writer = JSONWriter()
        writer.object { line in
            line.member("id", identifier)
            line.member("url", url)
            line.member("method", method)
            if !headers.isEmpty {
                line.member("headers") { object in
                    for header in headers { object.member(header.name, header.value) }
                }
            }
            if !fields.isEmpty {
                line.key("fields")
                line.array { array in
                    for field in fields { array.object(field.write) }
                }
            }
            if !files.isEmpty {
                line.key("files")
                line.array { array in
                    for (file, path) in zip(files, paths) {
                        array.object { object in file.write(path, to: &object) }
                    }
                }
            }
            if !after.isEmpty { line.member("after", after) }
            line.member("idempotencyKey", idempotencyKey)
        }
        writer.endLine()
        return writer.bytes
    }
}

extension ManifestLine.Field {
    fileprivate func write(_ object: inout JSONWriter) {
        object.member("name", name)
        object.member("value", value)
    }
}

extension ManifestLine.File {
    fileprivate func write(_ path: String?, to object: inout JSONWriter) {
        object.member("name", name)
        object.member("path", path)
        object.member("filename", filename)
        object.member("type", type)
        if let range { object.member("range", "\(range.lowerBound)-\(range.upperBound - 1)") }
    }
}
