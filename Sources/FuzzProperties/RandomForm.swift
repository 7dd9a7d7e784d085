import BodyStreaming
import MultipartFormData

/// A form that an input describes, and what a reader has to see of it.
struct RandomForm {
    /// A part as it comes out of a parser.
    struct Part {
        var name: [UInt8]
        var filename: [UInt8]?
        var contentType: [UInt8]?
        var fieldValues: [[UInt8]] = []
        var content: [UInt8]
    }

    private(set) var form: MultipartForm

    /// The same parts for the naive encoder.
    private(set) var entries: [NaiveEncoder.Entry] = []

    /// What a parser has to find.
    private(set) var parts: [Part] = []

    /// Whether a content holds the delimiter, so that no reader can see the parts as they were.
    private(set) var hasDelimiterInContent = false

    /// Whether a name holds a NUL, which no header can carry.
    private(set) var hasNULInName = false

    let quoting: NaiveEncoder.Quoting

    private static let boundaries = [
        "b", "AaB03x", "----formup", "a b:c", "-", "--", "b-", "=_'()+,./:?=",
        String(repeating: "x", count: 70),
    ]

    private static let words = [
        "", "a", "\"", "\\", "\r", "\n", "\r\n", "%", "%22", "%0D", "%2", ";", "=", "é", "e\u{301}",
        "👨‍👩‍👧‍👦", "\t", " ", "\u{7F}", "_charset_", "../", "'", "*", "\\\"", "filename=\"",
    ]

    /// Reads a description.
    ///
    /// - Parameters:
    ///   - input: The description; what is left of it is for the reader.
    ///   - file: A file whose ranges may be contents.
    /// - Throws: ``PropertyViolation`` if what a form may have is refused.
    init(_ input: inout FuzzInput, file: ContentFile) throws(PropertyViolation) {
        quoting = input.choice([.whatwg, .backslash, .extended, .ascii])
        guard let dialect = FormDialect(rawValue: quoting.rawValue),
            let boundary = try? Boundary(input.choice(Self.boundaries))
        else { throw PropertyViolation("a boundary or a dialect is refused") }
        form = MultipartForm(
            boundary: boundary,
            dialect: dialect,
            normalizesLineBreaks: input.flag()
        )
        for _ in 0..<input.number(in: 0...7) {
            try appendPart(&input, file: file)
        }
    }

    private mutating func appendPart(
        _ input: inout FuzzInput,
        file: ContentFile
    ) throws(PropertyViolation) {
        let kind = input.number(in: 0...4)
        let name = Self.text(&input)
        switch kind {
        case 0, 1:
            var content = Array(String(decoding: content(&input), as: UTF8.self).utf8)
            let text = String(decoding: content, as: UTF8.self)
            if kind == 0 {
                form.append(name: name, text: text)
            } else {
                form.append(MultipartPart(name: name, text: text))
            }
            if form.normalizesLineBreaks { content = NaiveEncoder.replacingNewlines(content) }
            note(NaiveEncoder.Entry(name: name, value: content))
        case 2:
            let range = file.range(&input)
            guard
                let region = try? FileRegion(
                    path: file.path,
                    range: Int64(range.lowerBound)..<Int64(range.upperBound)
                )
            else { throw PropertyViolation("\(file.path) has no bytes \(range)") }
            var content = Body([UInt8]())
            do {
                try content.append(Body(region))
            } catch {
                throw PropertyViolation("a region can't be appended: \(error)")
            }
            let filename = Self.text(&input)
            form.append(
                MultipartPart(
                    name: name,
                    filename: filename,
                    contentType: "image/png",
                    content: content
                )
            )
            note(
                NaiveEncoder.Entry(
                    name: name,
                    filename: filename,
                    contentType: "image/png",
                    value: Array(file.bytes[range])
                )
            )
        default:
            let content = content(&input)
            let filename = input.flag() ? Self.text(&input) : nil
            let contentType = input.choice([nil, "a/b", " a/b;\tc=\"é\"\t", "multipart/mixed"])
            var part = MultipartPart(
                name: name,
                bytes: content,
                filename: filename,
                contentType: contentType
            )
            var entry = NaiveEncoder.Entry(
                name: name,
                filename: filename,
                contentType: contentType,
                value: content
            )
            for index in 0..<input.number(in: 0...2) {
                let value = input.choice(["", "x", " y\t", "ü; \"", "\u{1}\u{7F}"])
                part.headerFields.append(PartHeaderField("X-\(index)", value))
                entry.fieldLines.append("X-\(index): \(value)")
            }
            form.append(part)
            note(entry, fieldValues: part.headerFields.map { Array($0.value.utf8) })
        }
    }

    private mutating func note(_ entry: NaiveEncoder.Entry, fieldValues: [[UInt8]] = []) {
        entries.append(entry)
        parts.append(
            Part(
                name: read(NaiveEncoder.replacingNewlines(entry.name), isFilename: false),
                filename: entry.filename.map { read($0, isFilename: true) },
                contentType: entry.contentType.map { Self.trimmed(Array($0.utf8)) },
                fieldValues: fieldValues.map(Self.trimmed),
                content: entry.value
            )
        )
        if NaiveParser.holdsDelimiter(entry.value, boundary: form.boundary.value) {
            hasDelimiterInContent = true
        }
        if entry.name.contains(0) || entry.filename?.contains(0) == true { hasNULInName = true }
    }

    /// What a reader of the dialect sees of a name: escapes that were in it before are undone too,
    /// because browsers don't escape the percent sign.
    private func read(_ name: [UInt8], isFilename: Bool) -> [UInt8] {
        if quoting == .extended, isFilename { return name }
        var result: [UInt8] = []
        var rest = name[...]
        while let byte = rest.first {
            if rest.starts(with: "%0D".utf8) {
                result.append(0x0D)
                rest = rest.dropFirst(3)
            } else if rest.starts(with: "%0A".utf8) {
                result.append(0x0A)
                rest = rest.dropFirst(3)
            } else if quoting != .backslash, rest.starts(with: "%22".utf8) {
                result.append(0x22)
                rest = rest.dropFirst(3)
            } else if quoting == .ascii, byte >= 0x80 {
                let digits = String(byte, radix: 16, uppercase: true)
                result += Array("%\(digits)".utf8)
                rest.removeFirst()
            } else {
                result.append(byte)
                rest.removeFirst()
            }
        }
        return result
    }

    /// A content of pieces that are nearly delimiters, and of bytes of the input.
    private func content(_ input: inout FuzzInput) -> [UInt8] {
        let boundary = form.boundary.value
        let pieces = [
            "", "\r", "\n", "\r\n", "\r\n--", "--", "-", "\r\n-", "--\(boundary)", boundary,
            "\r\n--\(boundary.dropLast())", "\n--\(boundary)\n", "\r\n--\(boundary)x",
            "\r\n--\(boundary) \tx", "\r\n--\(boundary)-x", "\r\n--\(boundary)\rx",
            "\r\n--\(boundary)",
            "\r\r\n", "\r\n--\(boundary)\r\n", "\r\n--\(boundary)--",
        ]
        var content: [UInt8] = []
        for _ in 0..<input.number(in: 0...4) {
            let index = input.number(in: 0...pieces.count)
            if index < pieces.count {
                content += Array(pieces[index].utf8)
            } else {
                content += input.bytes(input.number(in: 0...40))
            }
        }
        // Contents longer than what the packed text fields, or one read, may hold.
        if input.number(in: 0...31) == 31 {
            content += [UInt8](repeating: input.byte(), count: input.number(in: 0...9000))
        }
        return content
    }

    private static func text(_ input: inout FuzzInput) -> String {
        let words = (0..<input.number(in: 0...4)).map { _ in
            let index = input.number(in: 0...Self.words.count)
            guard index == Self.words.count else { return Self.words[index] }
            return String(decoding: input.bytes(input.number(in: 0...12)), as: UTF8.self)
        }
        return words.joined()
    }

    private static func trimmed(_ value: [UInt8]) -> [UInt8] {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        return Array(value.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}
