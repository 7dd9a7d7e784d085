/// What stands between the contents of a form's parts; the segments of a laid-out form share it.
final class FormFraming: Sendable {
    /// The bytes that tell the start of a part: CRLF, two hyphens, the boundary. In front of the
    /// first part the CRLF is left out.
    ///
    /// Source: [RFC 2046, section 5.1.1](https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1).
    let delimiter: [UInt8]

    /// How names are written.
    let dialect: FormDialect

    /// How the parts call themselves.
    let disposition: PartDisposition

    /// The parts in order.
    let items: FormItems

    /// The number of bytes of ``delimiter`` that the first part doesn't have.
    static let lineBreakByteCount = 2

    init(boundary: Boundary, dialect: FormDialect, disposition: PartDisposition, items: FormItems) {
        var delimiter: [UInt8] = []
        delimiter.reserveCapacity(Self.delimiterStart.utf8.count + boundary.value.utf8.count)
        delimiter.append(contentsOf: Self.delimiterStart.utf8)
        delimiter.append(contentsOf: boundary.value.utf8)
        self.delimiter = delimiter
        self.dialect = dialect
        self.disposition = disposition
        self.items = items
    }

    /// The bytes in front of the name of a text field.
    var fieldPrefix: [UInt8] {
        delimiter + Array("\r\nContent-Disposition: form-data; name=\"".utf8)
    }

    /// The bytes between the name and the value of a text field.
    static let fieldInfix = Array("\"\r\n\r\n".utf8)

    /// The room that most framings need.
    static let usualByteCount = 256

    /// The delimiter in front of `part`, its header and the empty line.
    func framing(of part: MultipartPart) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.usualByteCount)
        bytes.append(contentsOf: delimiter)
        bytes.append(contentsOf: Self.dispositionStart.utf8)
        switch disposition {
        case .formData:
            part.contentDisposition.appendFieldValue(to: &bytes, dialect: dialect)
        case .attachment:
            bytes.append(contentsOf: "attachment".utf8)
            ContentDisposition.appendFilename(part.filename?.utf8, to: &bytes, dialect: dialect)
        }
        Self.appendContentType(part.contentType, to: &bytes)
        for field in part.headerFields {
            bytes.append(contentsOf: "\r\n".utf8)
            bytes.append(contentsOf: field.name.utf8)
            bytes.append(contentsOf: ": ".utf8)
            bytes.append(contentsOf: field.value.utf8)
        }
        bytes.append(contentsOf: Self.headerEnd.utf8)
        return bytes
    }

    /// Appends the delimiter in front of a packed part, its header and the empty line.
    func appendFraming(of entry: PackedPartEntry, in run: PackedPartRun, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: delimiter)
        bytes.append(contentsOf: Self.dispositionStart.utf8)
        ContentDisposition.appendFieldValue(
            name: run.bytes[entry.name],
            filename: run.filename(of: entry),
            to: &bytes,
            dialect: dialect
        )
        Self.appendContentType(run.contentType(of: entry), to: &bytes)
        bytes.append(contentsOf: Self.headerEnd.utf8)
    }

    private static let delimiterStart = "\r\n--"
    private static let dispositionStart = "\r\nContent-Disposition: "
    private static let headerEnd = "\r\n\r\n"

    private static func appendContentType(_ contentType: String?, to bytes: inout [UInt8]) {
        guard let contentType, !contentType.isEmpty else { return }
        bytes.append(contentsOf: "\r\nContent-Type: ".utf8)
        bytes.append(contentsOf: contentType.utf8)
    }
}
