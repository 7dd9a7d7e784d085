package import BodyStreaming

/// Reads curl's `-F NAME=CONTENT` language, byte for byte.
///
/// Nothing is cut off: text behind a `;` is an attribute only if `type=`, `filename=` or
/// `headers=` follows, else it belongs to what stands before it.
package struct FormFieldParser {
    private enum Keyword: String, CaseIterable {
        case type
        case filename
        case headers
    }

    /// An attribute's place: its `;`, and where its value starts.
    private struct Mark {
        var keyword: Keyword
        var semicolon: Int
        var valueStart: Int
    }

    private let bytes: [UInt8]
    private var position = 0

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads one argument.
    ///
    /// - Parameters:
    ///   - argument: What follows `-F`.
    ///   - exists: Whether a file stands at a path; a path that holds a `;` is taken as far as one
    ///     does.
    /// - Returns: What it asks for.
    /// - Throws: What can't be read.
    package static func parse(
        _ argument: [UInt8],
        exists: (LocalPath) -> Bool
    ) throws(FormFieldFault) -> FormFieldSpec {
        var parser = FormFieldParser(argument)
        return try parser.field(exists: exists)
    }

    private mutating func field(
        exists: (LocalPath) -> Bool
    ) throws(FormFieldFault) -> FormFieldSpec {
        guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else { throw .noEqualsSign }
        position = equals + 1
        var spec = FormFieldSpec(
            name: Array(bytes[..<equals]),
            content: try content(exists: exists)
        )
        while let mark = mark(at: position) {
            position = mark.valueStart
            switch mark.keyword {
            case .type:
                guard spec.type == nil else { throw .repeated("type") }
                spec.type = try mediaType()
            case .filename:
                guard spec.filename == nil else { throw .repeated("filename") }
                spec.filename = try word()
            case .headers:
                spec.headers.append(try word())
            }
        }
        return spec
    }

    private mutating func content(
        exists: (LocalPath) -> Bool
    ) throws(FormFieldFault) -> FormFieldSpec.Content {
        switch position < bytes.count ? bytes[position] : nil {
        case UInt8(ascii: "@"):
            position += 1
            return .file(try source(exists: exists))
        case UInt8(ascii: "<"):
            position += 1
            return .text(try source(exists: exists))
        default:
            return .value(quoted() ?? bare())
        }
    }

    private mutating func source(
        exists: (LocalPath) -> Bool
    ) throws(FormFieldFault) -> FormFieldSpec.Source {
        let path = try quotedOrRefused() ?? barePath(exists: exists)
        guard !path.isEmpty else { throw .emptyPath }
        return path == [UInt8(ascii: "-")] ? .standardInput : .path(LocalPath(bytes: path))
    }

    /// The longest text up to an attribute or the end at which a file stands; if there is none,
    /// the shortest.
    private mutating func barePath(exists: (LocalPath) -> Bool) -> [UInt8] {
        let start = position
        let ends = marks(from: start).map(\.semicolon) + [bytes.count]
        position =
            ends.last { exists(LocalPath(bytes: bytes[start..<$0])) } ?? ends.first ?? start
        return Array(bytes[start..<position])
    }

    private mutating func mediaType() throws(FormFieldFault) -> [UInt8] {
        let type = try word()
        let fields = type.prefix { $0 != UInt8(ascii: ";") }.split(
            separator: UInt8(ascii: "/"),
            omittingEmptySubsequences: false
        )
        let isMediaType =
            fields.count == 2 && fields.allSatisfy(Self.isToken)
            && !type.contains { $0 < 0x20 || $0 == 0x7F }
        guard isMediaType else { throw .notAMediaType(type) }
        return type
    }

    private static func isToken(_ field: ArraySlice<UInt8>) -> Bool {
        // Trailing spaces stand between the type and a `;`.
        let text = field.reversed().drop { $0 == UInt8(ascii: " ") }
        return !text.isEmpty
            && text.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"(),:;<=>?@[\\]{}".utf8.contains($0) }
    }

    private mutating func word() throws(FormFieldFault) -> [UInt8] {
        try quotedOrRefused() ?? bare()
    }

    /// What is between here and the next attribute.
    private mutating func bare() -> [UInt8] {
        let start = position
        position = marks(from: start).first { _ in true }?.semicolon ?? bytes.count
        return Array(bytes[start..<position])
    }

    private mutating func quotedOrRefused() throws(FormFieldFault) -> [UInt8]? {
        let start = position
        if let text = quoted() { return text }
        guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else { return nil }
        throw .unbalancedQuote(Array(bytes[start...]))
    }

    /// The text in double quotes, with `\"` and `\\` undone, if one starts here and ends at an
    /// attribute or at the end.
    private mutating func quoted() -> [UInt8]? {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { return nil }
        var text: [UInt8] = []
        var index = position + 1
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                guard index + 1 == bytes.count || mark(at: index + 1) != nil else { return nil }
                position = index + 1
                return text
            case UInt8(ascii: "\\")
            where index + 1 < bytes.count && "\"\\".utf8.contains(bytes[index + 1]):
                index += 1
                fallthrough
            default:
                text.append(bytes[index])
                index += 1
            }
        }
        return nil
    }

    /// All attributes from `start` on, seen without regard to quotes, and not before they are asked
    /// for.
    private func marks(from start: Int) -> some Sequence<Mark> {
        (start..<max(bytes.count, start)).lazy.compactMap { mark(at: $0) }
    }

    /// The attribute whose `;` stands at `index`.
    private func mark(at index: Int) -> Mark? {
        guard index < bytes.count, bytes[index] == UInt8(ascii: ";") else { return nil }
        let start = bytes[(index + 1)...].firstIndex { !Self.isSpace($0) } ?? bytes.count
        for keyword in Keyword.allCases {
            let written = bytes[start...].prefix(keyword.rawValue.utf8.count + 1)
            let lowercased = written.map { byte in
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
            }
            guard lowercased.elementsEqual((keyword.rawValue + "=").utf8) else { continue }
            return Mark(keyword: keyword, semicolon: index, valueStart: written.endIndex)
        }
        return nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}
