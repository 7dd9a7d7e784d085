package import BatchUpload
import BodyStreaming
import Formup
package import MultipartFormData
package import UploadHTTP

/// Says how each line of a batch is sent: the form of the command line, and behind its parts those
/// of the line.
///
/// It is shared by the plans of all lines, of which each would hold a copy else.
package final class BatchPlanner: Sendable {
    private let template: MultipartForm
    private let settings: FormArguments
    private let request: RequestArguments
    private let url: RequestURL?
    private let folder: LocalPath

    /// Where lines go that say nothing about that; `nil` without a URL on the command line.
    private let target: BatchTarget?

    /// Whether no file is part of every form.
    private let sharesNoFile: Bool

    /// What stands before a path that isn't absolute when the item's key is made.
    private let keyFolder: LocalPath

    /// Creates a planner.
    ///
    /// - Parameters:
    ///   - form: What the command line says of the form.
    ///   - template: The form of the command line.
    ///   - request: What the command line says of the request.
    ///   - url: Where lines go that don't say so themselves.
    ///   - input: Where the lines come from.
    /// - Throws: A usage error if the form can be sent only once.
    package init(
        _ form: FormArguments,
        template: MultipartForm,
        request: RequestArguments,
        url: RequestURL?,
        input: BatchInput
    ) throws(CommandFailure) {
        for part in template.parts where part.content.replayability == .once {
            throw .usage("the part \"\(part.name)\" can be read once, so a batch can't send it")
        }
        self.template = template
        settings = form
        self.request = request
        self.url = url
        target = url.flatMap { url in
            try? BatchTarget(url: url, method: request.method, fields: request.fields)
        }?.shared(by: template)
        sharesNoFile = template.parts.allSatisfy { $0.content.segments.allSatisfy { !$0.isFile } }
        folder = input.folder
        keyFolder = input.isManifest ? "" : .currentFolder
    }

    /// How a line is sent.
    ///
    /// - Throws: ``BatchError/manifest(line:key:fault:)``. A file that can't be read is no error
    ///   here: it is its upload's alone.
    package func plan(_ line: ManifestLine) throws(BatchError) -> ItemPlan {
        let target = try target(of: line)
        let bodies = line.files.map { file in
            Result { () throws(BodyError) in try body(of: file) }
        }
        var identity = target.identity(with: template)
        for field in line.fields { identity.append(field: field.name, value: field.value) }
        for (file, body) in zip(line.files, bodies) {
            identity.append(
                file: file.name,
                path: keyPath(of: file.path),
                range: file.range,
                state: (try? body.get())?.fileIdentity
            )
        }
        return ItemPlan(
            identity: identity,
            url: target.urlText,
            paths: line.files.map(\.path.string),
            isRepeatable: isRepeatable(line, target)
        ) { [self] key in
            let form = try form(of: line, bodies)
            if settings.provesBoundary { try await form.proveBoundary() }
            // Without a temporary file there is nothing to wait for.
            let encoded =
                settings.spools ? try await settings.encoded(form) : try settings.laidOut(form)
            var options = request.options
            options.idempotencyKey = try idempotencyKey(of: line, key)
            return try request.request(
                for: encoded,
                to: target.url,
                method: target.method,
                fields: target.fields,
                options: options
            )
        }
    }

    /// Checks what can be said of a line without looking at its files.
    ///
    /// - Throws: ``BatchError/manifest(line:key:fault:)``.
    package func check(_ line: ManifestLine) throws(BatchError) {
        _ = try target(of: line)
    }

    // MARK: The request

    private func target(of line: ManifestLine) throws(BatchError) -> BatchTarget {
        var target = try bareTarget(of: line)
        for header in line.headers {
            try Self.checked(line, "headers.\(header.name)") { () throws(RequestError) in
                try target.fields.set(header.name, header.value)
            }
        }
        if let text = line.idempotencyKey {
            _ = try Self.checked(line, "idempotencyKey") { () throws(RequestError) in
                try IdempotencyKey(text)
            }
        }
        return target
    }

    /// Where a line goes, without its own header fields.
    private func bareTarget(of line: ManifestLine) throws(BatchError) -> BatchTarget {
        if let target, line.url == nil, line.method == nil { return target }
        var url = url
        if let text = line.url {
            url = try Self.checked(line, "url") { () throws(RequestError) in
                try RequestURL(text)
            }
        }
        guard let url else { throw .manifest(line: line.number, key: "url", fault: .missingKey) }
        let method = line.method ?? request.method
        return try Self.checked(line, "method") { () throws(RequestError) in
            try BatchTarget(url: url, method: method, fields: request.fields)
        }
    }

    private static func checked<Value>(
        _ line: ManifestLine,
        _ key: String,
        _ body: () throws(RequestError) -> Value
    ) throws(BatchError) -> Value {
        do {
            return try body()
        } catch {
            throw .manifest(line: line.number, key: key, fault: .invalidValue(reason: "\(error)"))
        }
    }

    /// A key that the caller chose says that the server takes a repetition for one.
    private func isRepeatable(_ line: ManifestLine, _ target: BatchTarget) -> Bool {
        if case .fixed = request.idempotency { return true }
        return line.idempotencyKey != nil || target.isIdempotent
    }

    private func idempotencyKey(
        of line: ManifestLine,
        _ key: ItemKey
    ) throws(RequestError) -> IdempotencyKey? {
        if let text = line.idempotencyKey { return try IdempotencyKey(text) }
        return switch request.idempotency {
        case .none: nil
        case .automatic: key.idempotencyKey
        // One key for all would make one upload of them.
        case .fixed(let fixed): try IdempotencyKey("\(fixed.value)-\(key)")
        }
    }

    // MARK: The form

    private func form(
        of line: ManifestLine,
        _ bodies: [Result<Body, BodyError>]
    ) throws -> MultipartForm {
        var form = template.withNewBoundary()
        for field in line.fields { form.append(name: field.name, text: field.value) }
        for (file, body) in zip(line.files, bodies) {
            let (content, type) = typed(try body.get(), of: file, isOnly: bodies.count == 1)
            form.append(
                MultipartPart(
                    name: file.name,
                    filename: file.filename ?? file.path.lastComponent,
                    contentType: type,
                    content: content
                )
            )
        }
        return form
    }

    /// The content of a file and its type.
    ///
    /// A file that was opened to look at its header stays open for the sending if the form has no
    /// other file: each upload holds one file at most.
    private func typed(
        _ body: Body,
        of file: ManifestLine.File,
        isOnly: Bool
    ) -> (content: Body, type: String) {
        if let type = file.type { return (body, type) }
        guard isOnly, sharesNoFile, case .file(let region)? = body.segments.first,
            let openFile = try? OpenFile(region.path)
        else { return (body, FileType.mediaType(of: resolved(file.path))) }
        return (Body(region.opened(as: openFile)), FileType.mediaType(of: openFile))
    }

    private func body(of file: ManifestLine.File) throws(BodyError) -> Body {
        try Body(file: resolved(file.path), range: file.range)
    }

    private func resolved(_ path: LocalPath) -> LocalPath { path.relative(to: folder) }

    private func keyPath(of path: LocalPath) -> LocalPath { path.relative(to: keyFolder) }
}

extension BodySegment {
    fileprivate var isFile: Bool {
        if case .file = self { true } else { false }
    }
}

extension Body {
    /// What the file is that the body consists of, if it is one.
    fileprivate var fileIdentity: FileIdentity? {
        if case .file(let region)? = segments.first { region.identity } else { nil }
    }
}
