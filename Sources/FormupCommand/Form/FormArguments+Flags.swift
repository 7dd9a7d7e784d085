import FormFieldSyntax
import MultipartFormData

extension FormArguments {
    private static let section = "Form"
    private static let fileSection = "Behind a --file, for that file"

    /// The flags that describe a form.
    package static let flags: [Flag<FormArguments>] =
        partFlags + fileFlags + settingFlags + codingFlags

    private static let partFlags: [Flag<FormArguments>] = [
        Flag(
            "form",
            short: "F",
            .required("NAME=CONTENT"),
            section: section,
            default: "none",
            help: "Add a part, as curl does: NAME=value, NAME=@path for a file, NAME=<path for a "
                + "field with the text of a file; @- and <- are standard input. Behind it can "
                + "stand ;type=T, ;filename=N and ;headers=\"K: V\"; any other ; belongs to the "
                + "value. A value in double quotes is taken whole, with \\\" and \\\\ inside. A "
                + "path that holds ; or , is taken whole if a file stands there; there are no "
                + "lists of files",
            in: .parts
        ) { (form, value) throws(CommandFailure) in
            do {
                try form.append(
                    FormFieldParser.parse(value.bytes, exists: FileInspection.exists)
                )
            } catch let fault as FormFieldFault {
                throw .usage("\(value.flag) \(fault)")
            } catch {
                throw error as? CommandFailure ?? .usage("\(error)")
            }
        },
        Flag(
            "field",
            .required("NAME=VALUE"),
            section: section,
            default: "none",
            help: "Add a text field; nothing in VALUE is special",
            in: .parts
        ) { (form, value) throws(CommandFailure) in
            let (name, text) = try value.assignment()
            try form.appendField(name: name, value: text)
        },
        Flag(
            "form-string",
            .required("NAME=VALUE"),
            section: section,
            default: "none",
            help: "The same as --field, by curl's name",
            in: .parts
        ) { (form, value) throws(CommandFailure) in
            let (name, text) = try value.assignment()
            try form.appendField(name: name, value: text)
        },
        Flag(
            "file",
            .required("NAME=PATH"),
            completion: .file,
            section: section,
            default: "none",
            help: "Add a file; nothing in PATH is special",
            in: .parts
        ) { (form, value) throws(CommandFailure) in
            let (name, path) = try value.assignment()
            try form.beginFile(name: name, path: path)
        },
    ]

    private static let fileFlags: [Flag<FormArguments>] = [
        Flag(
            "type",
            .required("TYPE"),
            section: fileSection,
            default: "by the header, else the extension, else application/octet-stream",
            help: "The content type",
            in: .parts
        ) { (form, value) throws(CommandFailure) in
            let type = try value.text()
            try form.changeFile(value) { $0.type = type }
        },
        Flag(
            "filename",
            .required("NAME"),
            section: fileSection,
            default: "the last component of the path",
            help: "The file name; it can be empty",
            in: .parts
        ) { (form, value) throws(CommandFailure) in
            let name = try value.text()
            try form.changeFile(value) { $0.filename = name }
        },
        Flag(
            "part-header",
            .required("'NAME: VALUE'"),
            section: fileSection,
            default: "none",
            help: "A header field of the part",
            in: .parts
        ) { (form, value) throws(CommandFailure) in
            let field = try PartHeaderField(line: value.bytes)
            try form.changeFile(value) { $0.headerFields.append(field) }
        },
        Flag(
            "range",
            .required("FIRST-LAST"),
            section: fileSection,
            default: "the whole file",
            help: "Bytes of the file, from 0, the last one included",
            in: .parts
        ) { (form, value) throws(CommandFailure) in
            let range = try value.byteRange()
            try form.changeFile(value) { $0.range = range }
        },
        Flag(
            "part-gzip",
            section: fileSection,
            default: "off",
            help: "Compress the content with gzip, and say so in a Content-Encoding field of the "
                + "part, which the server has to look for",
            in: .parts
        ) { (form, value) throws(CommandFailure) in
            try form.changeFile(value) { $0.isCompressed = true }
        },
    ]

    private static let settingFlags: [Flag<FormArguments>] = [
        Flag(
            "boundary",
            .required("BOUNDARY"),
            section: section,
            default: "random",
            help: "A fixed boundary: the same form has the same bytes every time"
        ) { (form, value) throws(CommandFailure) in
            let text = try value.text()
            do {
                form.boundary = try Boundary(text)
            } catch {
                throw .usage("\(value.flag): \(error)")
            }
        },
        Flag(
            "prove-boundary",
            section: section,
            default: "off",
            help: "Read all parts first, but for streams, and refuse a form whose content holds "
                + "the boundary"
        ) { form, _ in
            form.provesBoundary = true
        },
        Flag(
            "dialect",
            .required("DIALECT"),
            completion: .words(FormDialect.allCases.map(\.rawValue)),
            section: section,
            default: FormDialect.whatwg.rawValue,
            help: "How names are written: whatwg as browsers do; backslash with \\\" and \\\\; "
                + "extended with filename* in addition; ascii with % for all that isn't"
        ) { (form, value) throws(CommandFailure) in
            form.dialect = try value.word(of: FormDialect.allCases.map { ($0.rawValue, $0) })
        },
        Flag(
            "normalize-newlines",
            section: section,
            default: "text is sent as it is",
            help: "Send each line break of a text value as CRLF, as browsers do"
        ) { form, _ in
            form.normalizesLineBreaks = true
        },
    ]
}
