extension FormDialect {
    /// Appends a field name as it stands between quotes: line breaks become CRLF, then come the
    /// escapes.
    func appendEscapedName(_ name: some Sequence<UInt8>, to output: inout [UInt8]) {
        LineBreaks.forEachNormalized(name) { append($0, to: &output) }
    }

    /// Appends a file name as it stands between quotes; its line breaks stay what they are.
    func appendEscapedFilename(_ filename: some Sequence<UInt8>, to output: inout [UInt8]) {
        for byte in filename { append(byte, to: &output) }
    }

    /// Whether `byte` is written as it is.
    func writesVerbatim(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\r"), UInt8(ascii: "\n"): false
        case UInt8(ascii: "\\"): self != .backslash
        case 0x80...: self != .ascii
        default: true
        }
    }

    /// Appends `value` as the value of a parameter whose name ends in an asterisk.
    ///
    /// Source: [RFC 8187, section 3.2.1](https://www.rfc-editor.org/rfc/rfc8187#section-3.2.1).
    static func appendExtendedValue(_ value: some Sequence<UInt8>, to output: inout [UInt8]) {
        output.append(contentsOf: "UTF-8''".utf8)
        for byte in value {
            if isAttributeByte(byte) {
                output.append(byte)
            } else {
                appendPercent(byte, to: &output)
            }
        }
    }

    private func append(_ byte: UInt8, to output: inout [UInt8]) {
        if writesVerbatim(byte) {
            output.append(byte)
        } else if self == .backslash, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
            output.append(UInt8(ascii: "\\"))
            output.append(byte)
        } else {
            Self.appendPercent(byte, to: &output)
        }
    }

    private static func appendPercent(_ byte: UInt8, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "%"))
        output.append(hexadecimalDigit(byte >> 4))
        output.append(hexadecimalDigit(byte & 0xF))
    }

    private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    /// Whether `byte` is one of RFC 8187's `attr-char`: a token without `*`, `'` and `%`.
    private static func isAttributeByte(_ byte: UInt8) -> Bool {
        FieldSyntax.isTokenByte(byte) && !"*'%".utf8.contains(byte)
    }
}
