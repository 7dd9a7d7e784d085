package import BatchUpload
package import BodyStreaming

/// Where the uploads of a batch are described.
package struct BatchInput: Sendable {
    private enum Format: Sendable {
        case manifest
        case paths(fieldName: String, separator: UInt8)
    }

    private let body: Body
    private let format: Format

    /// The folder that paths are relative to; empty is the current one.
    package let folder: LocalPath

    /// Whether paths count by what the description says, and not by where that leads.
    package var isManifest: Bool {
        if case .manifest = format { true } else { false }
    }

    /// Whether the description can be read twice.
    package var isRereadable: Bool { body.replayability == .always }

    /// Opens what the command line names.
    ///
    /// - Parameters:
    ///   - arguments: What the flags say.
    ///   - paths: The paths on the command line.
    /// - Throws: A usage error if it can't be opened.
    package init(_ arguments: BatchArguments, paths: [LocalPath]) throws(CommandFailure) {
        if let path = arguments.manifestPath {
            body = try Self.body(of: path)
            format = .manifest
            folder = path.folder
        } else if let path = arguments.listPath {
            body = try Self.body(of: path)
            format = .paths(
                fieldName: arguments.fieldName,
                separator: arguments.isListNULSeparated ? 0 : UInt8(ascii: "\n")
            )
            folder = ""
        } else {
            var bytes: [UInt8] = []
            for path in paths { bytes += path.bytes + [0] }
            body = Body(bytes)
            format = .paths(fieldName: arguments.fieldName, separator: 0)
            folder = ""
        }
    }

    /// The description from its start.
    ///
    /// - Throws: ``BatchError/manifestUnreadable(_:)``.
    package func lines() throws(BatchError) -> UploadLines {
        switch format {
        case .manifest: try UploadLines(manifest: body)
        case .paths(let fieldName, let separator):
            try UploadLines(paths: body, fieldName: fieldName, separator: separator)
        }
    }

    private static func body(of path: LocalPath) throws(CommandFailure) -> Body {
        if path == "-" { return try StandardInput.body() }
        return try CommandFailure.catching { () throws(BodyError) in try Body(file: path) }
    }
}
