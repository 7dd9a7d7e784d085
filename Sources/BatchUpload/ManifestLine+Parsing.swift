internal import BodyStreaming

extension ManifestLine {
    /// Why a line can't be read, and under which key.
    package struct Failure: Error, Hashable {
        /// The key at fault, if it is one.
        package let key: String?
        /// What is wrong.
        package let fault: ManifestFault

        init(_ fault: ManifestFault, key: String? = nil) {
            self.key = key
            self.fault = fault
        }

        init(_ fault: JSONFault, key: String?) {
            self.key = key
            self.fault =
                switch fault {
                case .malformed(let offset): .malformed(offset: offset)
                case .wrongType(let expected): .wrongType(expected: expected)
                }
        }
    }

    /// Reads a line.
    ///
    /// - Parameters:
    ///   - text: The line, without its end.
    ///   - number: Its number, from 1.
    /// - Throws: ``BatchError/manifest(line:key:fault:)``.
    public init(_ text: ArraySlice<UInt8>, number: Int) throws(BatchError) {
        self.init(number: number)
        do {
            var reader = JSONReader(text)
            try reader.members { (reader, key) throws(Failure) in
                try read(key, from: &reader)
            }
            try reader.end()
        } catch {
            throw .manifest(line: number, key: error.key, fault: error.fault)
        }
    }

    private mutating func read(_ key: String, from reader: inout JSONReader) throws(Failure) {
        switch key {
        case "id": identifier = try reader.text(key)
        case "url": url = try reader.text(key)
        case "method": method = try reader.text(key)
        case "idempotencyKey": idempotencyKey = try reader.text(key)
        case "after":
            try reader.elements(key) { (reader, key) throws(Failure) in
                after.append(try reader.text(key))
            }
        case "headers":
            try reader.members(key) { (reader, name) throws(Failure) in
                headers.append(HeaderField(name: name, value: try reader.text("\(key).\(name)")))
            }
        case "fields":
            try reader.elements(key) { (reader, key) throws(Failure) in
                fields.append(try Field(&reader, key))
            }
        case "files":
            try reader.elements(key) { (reader, key) throws(Failure) in
                files.append(try File(&reader, key))
            }
        default: throw Failure(.unknownKey, key: key)
        }
    }
}

extension ManifestLine.Field {
    fileprivate init(_ reader: inout JSONReader, _ path: String) throws(ManifestLine.Failure) {
        var name: String?
        var value: String?
        try reader.members(path) { (reader, key) throws(ManifestLine.Failure) in
            switch key {
            case "name": name = try reader.text("\(path).name")
            case "value": value = try reader.text("\(path).value")
            default: throw ManifestLine.Failure(.unknownKey, key: "\(path).\(key)")
            }
        }
        guard let name else { throw ManifestLine.Failure(.missingKey, key: "\(path).name") }
        guard let value else { throw ManifestLine.Failure(.missingKey, key: "\(path).value") }
        self.init(name: name, value: value)
    }
}

extension ManifestLine.File {
    fileprivate init(_ reader: inout JSONReader, _ path: String) throws(ManifestLine.Failure) {
        var name: String?
        var file: String?
        var filename: String?
        var type: String?
        var range: Range<Int64>?
        try reader.members(path) { (reader, key) throws(ManifestLine.Failure) in
            switch key {
            case "name": name = try reader.text("\(path).name")
            case "path": file = try reader.text("\(path).path")
            case "filename": filename = try reader.text("\(path).filename")
            case "type": type = try reader.text("\(path).type")
            case "range": range = try Self.range(reader.text("\(path).range"), "\(path).range")
            default: throw ManifestLine.Failure(.unknownKey, key: "\(path).\(key)")
            }
        }
        guard let name else { throw ManifestLine.Failure(.missingKey, key: "\(path).name") }
        guard let file else { throw ManifestLine.Failure(.missingKey, key: "\(path).path") }
        self.init(name: name, path: LocalPath(file), filename: filename, type: type, range: range)
    }

    /// Reads `FIRST-LAST`, both inclusive.
    private static func range(
        _ text: String,
        _ key: String
    ) throws(ManifestLine.Failure) -> Range<Int64> {
        let bounds = text.split(separator: "-", omittingEmptySubsequences: false)
        guard bounds.count == 2, let first = Int64(bounds[0]), let last = Int64(bounds[1]),
            first >= 0, first <= last, last < .max
        else { throw ManifestLine.Failure(.invalidRange(text), key: key) }
        return first..<(last + 1)
    }
}

extension JSONReader {
    /// Reads the members of the object under `path`, each of which may be there once.
    fileprivate mutating func members(
        _ path: String? = nil,
        _ member: (inout JSONReader, String) throws(ManifestLine.Failure) -> Void
    ) throws(ManifestLine.Failure) {
        var seen: [String] = []
        try checked(path) { (reader) throws(JSONFault) in try reader.beginObject() }
        while let key = try checked(
            path,
            { (reader) throws(JSONFault) in try reader.nextKey() }
        ) {
            let isRepeated = seen.contains { $0.utf8.elementsEqual(key.utf8) }
            if isRepeated {
                throw ManifestLine.Failure(.repeatedKey, key: path.map { "\($0).\(key)" } ?? key)
            }
            seen.append(key)
            try member(&self, key)
        }
    }

    /// Reads the elements of the array under `path`.
    fileprivate mutating func elements(
        _ path: String,
        _ element: (inout JSONReader, String) throws(ManifestLine.Failure) -> Void
    ) throws(ManifestLine.Failure) {
        var count = 0
        try checked(path) { (reader) throws(JSONFault) in try reader.beginArray() }
        while try checked(path, { (reader) throws(JSONFault) in try reader.nextElement() }) {
            try element(&self, "\(path)[\(count)]")
            count += 1
        }
    }

    fileprivate mutating func text(_ path: String) throws(ManifestLine.Failure) -> String {
        try checked(path) { (reader) throws(JSONFault) in try reader.string() }
    }

    fileprivate mutating func end() throws(ManifestLine.Failure) {
        try checked(nil) { (reader) throws(JSONFault) in try reader.finish() }
    }

    /// Names the key at which `body` fails.
    private mutating func checked<Value>(
        _ path: String?,
        _ body: (inout JSONReader) throws(JSONFault) -> Value
    ) throws(ManifestLine.Failure) -> Value {
        do {
            return try body(&self)
        } catch {
            throw ManifestLine.Failure(error, key: path)
        }
    }
}
