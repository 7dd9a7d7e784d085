import BodyStreaming
package import FormFieldSyntax
package import MultipartFormData
package import ZlibCompression

/// The form that the command line describes.
package struct FormArguments: Sendable {
    /// A fixed boundary, if one was given.
    package var boundary: Boundary?

    /// How names are written.
    package var dialect = FormDialect.whatwg

    /// Whether text values get CRLF line breaks.
    package var normalizesLineBreaks = false

    /// Whether the parts are searched for the boundary.
    package var provesBoundary = false

    /// The coding that the body gets as a whole; `nil` for none.
    package var coding: ContentCoding?

    /// How hard the body is compressed; one of `Deflater.levels`.
    package var compressionLevel = 6

    /// Whether a body of unknown length goes to a temporary file first.
    package var spools = false

    private var form: MultipartForm?

    /// A `--file`, which the flags behind it describe further.
    private var file: FileArguments?

    private var types = PartTypes()

    /// The name of the field that takes standard input, which can be read once.
    private var standardInputField: String?

    /// Creates a form without parts.
    package init() {}

    /// Adds a text field in whose value nothing is special.
    package mutating func appendField(
        name: [UInt8],
        value: [UInt8]
    ) throws(CommandFailure) {
        try endFile()
        let name = try Self.text(name, "a field name")
        if let text = String(validating: value, as: UTF8.self) {
            mutateForm { $0.append(name: name, text: text) }
        } else {
            append(MultipartPart(name: name, content: Body(value)))
        }
    }

    /// Adds what a `-F` asks for.
    package mutating func append(_ spec: FormFieldSpec) throws(CommandFailure) {
        let isPlain = spec.type == nil && spec.filename == nil && spec.headers.isEmpty
        if isPlain, case .value(let value) = spec.content {
            return try appendField(name: spec.name, value: value)
        }
        try endFile()
        let name = try Self.text(spec.name, "a field name")
        var part =
            switch spec.content {
            case .value(let value): MultipartPart(name: name, content: Body(value))
            case .text(.path(let path)): MultipartPart(name: name, content: try Self.body(of: path))
            case .text(.standardInput):
                MultipartPart(name: name, content: try bufferedStandardInput(for: name))
            case .file(.path(let path)):
                try filePart(name: name, path: path, type: spec.type)
            case .file(.standardInput):
                MultipartPart(
                    name: name,
                    filename: "-",
                    contentType: MultipartPart.octetStream,
                    content: try standardInput(for: name)
                )
            }
        if let type = spec.type { part.contentType = try Self.text(type, "a content type") }
        if let filename = spec.filename { part.filename = try Self.text(filename, "a file name") }
        for line in spec.headers { part.headerFields.append(try PartHeaderField(line: line)) }
        append(part)
    }

    /// Begins a file part, to which the flags behind it apply.
    package mutating func beginFile(name: [UInt8], path: [UInt8]) throws(CommandFailure) {
        try endFile()
        guard !path.isEmpty else { throw .usage("--file has no path behind the =") }
        file = FileArguments(
            name: try Self.text(name, "a field name"),
            path: LocalPath(bytes: path)
        )
    }

    /// Changes the `--file` before the flag of `value`.
    ///
    /// - Throws: A usage error if there is none.
    package mutating func changeFile(
        _ value: FlagValue,
        _ change: (inout FileArguments) throws(CommandFailure) -> Void
    ) throws(CommandFailure) {
        guard var file else { throw .usage("\(value.flag) has to follow the --file it belongs to") }
        try change(&file)
        self.file = file
    }

    /// The form with all its parts.
    ///
    /// - Throws: A usage error if a file can't be read, or if the boundary had to be proved and
    ///   can't be.
    package mutating func finish() async throws(CommandFailure) -> MultipartForm {
        try endFile()
        mutateForm { _ in }
        guard let form else { preconditionFailure("a form was begun") }
        if provesBoundary {
            do {
                try await form.proveBoundary()
            } catch .content(_, _, .cancelled) {
                throw .interrupted
            } catch {
                throw .usage(error.description)
            }
        }
        return form
    }

    private mutating func endFile() throws(CommandFailure) {
        guard let file else { return }
        self.file = nil
        var part = try filePart(
            name: file.name,
            path: file.path,
            type: file.type.map { Array($0.utf8) },
            range: file.range
        )
        if let filename = file.filename { part.filename = filename }
        part.headerFields = file.headerFields
        if file.isCompressed {
            part.content = part.content.compressed(.gzip)
            part.headerFields.append(PartHeaderField("Content-Encoding", "gzip"))
        }
        append(part)
    }

    private mutating func filePart(
        name: String,
        path: LocalPath,
        type: [UInt8]?,
        range: ClosedRange<Int64>? = nil
    ) throws(CommandFailure) -> MultipartPart {
        let content = try Self.body(of: path, range: range)
        return MultipartPart(
            name: name,
            filename: path.lastComponent,
            contentType: try type.map { (type) throws(CommandFailure) in
                try Self.text(type, "a content type")
            } ?? types.partType(for: path),
            content: content
        )
    }

    private mutating func append(_ part: MultipartPart) {
        mutateForm { $0.append(part) }
    }

    /// Changes the form in place; a copy in a variable would make each field cost all before it.
    private mutating func mutateForm(_ change: (inout MultipartForm) -> Void) {
        if form == nil {
            form = MultipartForm(
                boundary: boundary,
                dialect: dialect,
                normalizesLineBreaks: normalizesLineBreaks
            )
        }
        if form != nil { change(&form!) }
    }

    private mutating func standardInput(for name: String) throws(CommandFailure) -> Body {
        try claimStandardInput(for: name)
        return try StandardInput.body()
    }

    private mutating func bufferedStandardInput(for name: String) throws(CommandFailure) -> Body {
        try claimStandardInput(for: name)
        return try StandardInput.bufferedBody()
    }

    private mutating func claimStandardInput(for name: String) throws(CommandFailure) {
        if let standardInputField {
            throw .usage("standard input can't be both \(standardInputField) and \(name)")
        }
        standardInputField = name
    }

    private static func body(
        of path: LocalPath,
        range: ClosedRange<Int64>? = nil
    ) throws(CommandFailure) -> Body {
        do throws(BodyError) {
            let body = try Body(file: path, range: range.map { $0.lowerBound..<$0.upperBound + 1 })
            if let number = FileInspection.refusalToRead(path) {
                throw BodyError.fileSystem(operation: .open, path: path, errno: number)
            }
            return body
        } catch {
            throw .usage(error.description + hint(for: path, error))
        }
    }

    /// curl would take a path with a comma for a list of files.
    private static func hint(for path: LocalPath, _ error: BodyError) -> String {
        guard case .fileSystem = error, path.bytes.contains(UInt8(ascii: ",")) else { return "" }
        return "; a comma doesn't separate files: repeat the flag for each"
    }

    private static func text(_ bytes: [UInt8], _ what: String) throws(CommandFailure) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let shown = String(decoding: bytes, as: UTF8.self)
            throw .usage("\(what) has to be UTF-8: \"\(shown)\"")
        }
        return text
    }
}
