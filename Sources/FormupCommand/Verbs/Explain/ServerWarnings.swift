import BodyStreaming
package import MultipartFormData

/// What known servers do by default to forms like the one at hand.
package enum ServerWarnings {
    /// PHP's `max_file_uploads`: files past it are dropped without an error.
    private static let maximumPHPFileCount = 20

    /// PHP's `max_input_vars`: fields past it are dropped with a warning in the log.
    private static let maximumPHPFieldCount = 1000

    /// nginx's `client_max_body_size`.
    private static let maximumNginxByteCount: Int64 = 1 << 20

    /// PHP's `post_max_size`.
    private static let maximumPHPByteCount: Int64 = 8 << 20

    /// PHP's `upload_max_filesize`.
    private static let maximumPHPFileByteCount: Int64 = 2 << 20

    /// A line for each default that the form runs into.
    ///
    /// - Parameters:
    ///   - form: The form.
    ///   - bodyByteCount: The length of its body; `nil` if that isn't known.
    /// - Returns: The lines, without an end.
    package static func warnings(for form: MultipartForm, bodyByteCount: Int64?) -> [String] {
        var facts = Facts()
        for part in form.parts { facts.count(part) }
        return limits(facts) + lengths(facts, bodyByteCount) + names(facts)
    }

    /// What is counted in one walk over the parts.
    private struct Facts {
        var fileCount = 0
        var fieldCount = 0
        var largestFileByteCount: Int64 = 0
        var firstNonASCIIFilename: String?
        var firstNonASCIIName: String?
        var firstUnnamedFile: String?
        var firstTypedField: String?

        mutating func count(_ part: MultipartPart) {
            if !part.name.utf8.allSatisfy({ $0 < 0x80 }) {
                firstNonASCIIName = firstNonASCIIName ?? part.name
            }
            guard let filename = part.filename else {
                fieldCount += 1
                if part.contentType != nil { firstTypedField = firstTypedField ?? part.name }
                return
            }
            fileCount += 1
            largestFileByteCount = max(largestFileByteCount, part.content.length ?? 0)
            if filename.isEmpty { firstUnnamedFile = firstUnnamedFile ?? part.name }
            if !filename.utf8.allSatisfy({ $0 < 0x80 }) {
                firstNonASCIIFilename = firstNonASCIIFilename ?? filename
            }
        }
    }

    private static func limits(_ facts: Facts) -> [String] {
        var warnings: [String] = []
        if facts.fileCount > maximumPHPFileCount {
            warnings.append(
                "\(facts.fileCount) files: PHP keeps the first \(maximumPHPFileCount) and drops "
                    + "the rest without an error (max_file_uploads)"
            )
        }
        if facts.fieldCount > maximumPHPFieldCount {
            warnings.append(
                "\(facts.fieldCount) fields: PHP keeps the first \(maximumPHPFieldCount) "
                    + "(max_input_vars)"
            )
        }
        if facts.largestFileByteCount > maximumPHPFileByteCount {
            warnings.append(
                "a file of \(facts.largestFileByteCount) bytes: PHP takes up to "
                    + "\(maximumPHPFileByteCount) (upload_max_filesize)"
            )
        }
        return warnings
    }

    private static func lengths(_ facts: Facts, _ byteCount: Int64?) -> [String] {
        guard let byteCount else {
            return [
                "the length is unknown, so the body is sent in chunks: PHP under FastCGI and many "
                    + "WSGI and CGI servers see an empty body, or answer 411"
            ]
        }
        var warnings: [String] = []
        if byteCount > maximumPHPByteCount {
            warnings.append(
                "a body of \(byteCount) bytes: PHP takes up to \(maximumPHPByteCount), and shows "
                    + "an empty form for more (post_max_size)"
            )
        }
        if byteCount > maximumNginxByteCount {
            warnings.append(
                "a body of \(byteCount) bytes: nginx takes up to \(maximumNginxByteCount), and "
                    + "answers 413 to more (client_max_body_size)"
            )
        }
        return warnings
    }

    private static func names(_ facts: Facts) -> [String] {
        var warnings: [String] = []
        if let filename = facts.firstNonASCIIFilename {
            warnings.append(
                "the file name \"\(filename)\" isn't ASCII: busboy and what is built on it, as "
                    + "multer, read it as Latin-1 unless defParamCharset is utf8"
            )
        }
        if let name = facts.firstNonASCIIName {
            warnings.append(
                "the field name \"\(name)\" isn't ASCII: busboy reads it as Latin-1 unless "
                    + "defParamCharset is utf8"
            )
        }
        if let name = facts.firstUnnamedFile {
            warnings.append(
                "the file in \"\(name)\" has an empty name: browsers send that for no file, and "
                    + "PHP and others drop it"
            )
        }
        if let name = facts.firstTypedField {
            warnings.append(
                "the field \"\(name)\" has a content type, which some servers take for a file"
            )
        }
        return warnings
    }
}
