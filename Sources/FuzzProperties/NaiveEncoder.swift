/// A form encoder that follows the text of the WHATWG's algorithm and nothing else: one array, one
/// loop, no sharing with the code that is tested.
///
/// Source: [WHATWG HTML, multipart/form-data encoding
/// algorithm](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data).
package enum NaiveEncoder {
    /// An entry of the form.
    package struct Entry: Sendable {
        package var name: [UInt8]
        package var filename: [UInt8]?
        package var contentType: String?
        package var fieldLines: [String]
        package var value: [UInt8]

        package init(
            name: String,
            filename: String? = nil,
            contentType: String? = nil,
            fieldLines: [String] = [],
            value: [UInt8]
        ) {
            self.name = Array(name.utf8)
            self.filename = filename.map { Array($0.utf8) }
            self.contentType = contentType
            self.fieldLines = fieldLines
            self.value = value
        }
    }

    /// How the bytes of a name are replaced; the first rule is the WHATWG's.
    package enum Quoting: String, Sendable {
        case whatwg, backslash, extended, ascii
    }

    package static func encode(
        _ entries: [Entry],
        boundary: String,
        quoting: Quoting = .whatwg
    ) -> [UInt8] {
        var out: [UInt8] = []
        for entry in entries {
            out += Array("--\(boundary)\r\n".utf8)
            out += Array("Content-Disposition: form-data; name=\"".utf8)
            out += quoted(replacingNewlines(entry.name), quoting) + Array("\"".utf8)
            if let filename = entry.filename {
                out += Array("; filename=\"".utf8) + quoted(filename, quoting) + Array("\"".utf8)
                if quoting == .extended, filename != [] {
                    out += Array("; filename*=UTF-8''".utf8) + filename.flatMap(attributeCharacter)
                }
            }
            out += Array("\r\n".utf8)
            if let contentType = entry.contentType {
                out += Array("Content-Type: \(contentType)\r\n".utf8)
            }
            for line in entry.fieldLines { out += Array("\(line)\r\n".utf8) }
            out += Array("\r\n".utf8) + entry.value + Array("\r\n".utf8)
        }
        return out + Array("--\(boundary)--\r\n".utf8)
    }

    /// Replaces every CR that no LF follows, and every LF that follows no CR, by CR and LF.
    package static func replacingNewlines(_ text: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        for (index, byte) in text.enumerated() {
            if byte == 0x0A, index == 0 || text[index - 1] != 0x0D { out.append(0x0D) }
            out.append(byte)
            if byte == 0x0D, index + 1 == text.count || text[index + 1] != 0x0A { out.append(0x0A) }
        }
        return out
    }

    private static func quoted(_ text: [UInt8], _ quoting: Quoting) -> [UInt8] {
        text.flatMap { byte -> [UInt8] in
            switch (byte, quoting) {
            case (0x0D, _): Array("%0D".utf8)
            case (0x0A, _): Array("%0A".utf8)
            case (0x22, .backslash): Array("\\\"".utf8)
            case (0x5C, .backslash): Array("\\\\".utf8)
            case (0x22, _): Array("%22".utf8)
            case (0x80..., .ascii): percent(byte)
            default: [byte]
            }
        }
    }

    private static func attributeCharacter(_ byte: UInt8) -> [UInt8] {
        let allowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$&+-.^_`|~"
        return allowed.utf8.contains(byte) ? [byte] : percent(byte)
    }

    private static func percent(_ byte: UInt8) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return [0x25, digits[Int(byte) / 16], digits[Int(byte) % 16]]
    }
}
