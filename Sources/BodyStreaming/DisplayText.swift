/// Text from outside (file names, servers) made safe to print.
package enum DisplayText {
    /// `text` with every control character (C0, DEL, C1) written as an escape: `\n`, `\u{1B}`.
    package static func escaped(_ text: String) -> String {
        // Most texts are plain, and their bytes tell so faster than their scalars do.
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where isControl(scalar):
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Whether a terminal may take `scalar` as a command; the bidirectional overrides count too.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
