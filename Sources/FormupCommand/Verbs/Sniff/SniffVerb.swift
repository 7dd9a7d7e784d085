import BodyStreaming
import ImageSniffing

/// `formup sniff`: tells from the headers of files what they are.
package struct SniffVerb: Verb {
    package static let description = VerbDescription(
        name: "sniff",
        synopsis: "[-r] [--json] PATH…",
        summary: "Tell what image files are: type, size, orientation, frames",
        discussion: [
            "A line a file: media type, stored size in pixels, EXIF orientation (1 to 8), frames, "
                + "path. Nothing is decoded: only the header is read. A file that isn't an image is "
                + "no failure; one that can't be read is, and the others are told all the same."
        ],
        operands: .file
    )

    package static let flags: [Flag<SniffVerb>] = [
        Flag(
            "recursive",
            short: "r",
            section: section,
            default: "a directory is an error",
            help: "Walk through directories; links to files are followed, to directories not"
        ) { verb, _ in
            verb.walksDirectories = true
        },
        Flag(
            "paths-from",
            .required("FILE"),
            completion: .file,
            section: section,
            default: "none",
            help: "Take further paths from FILE, a line each; - is standard input"
        ) { verb, value in
            verb.listPath = value.path
        },
        Flag(
            "null",
            short: "0",
            section: section,
            default: "off",
            help: "In that list a NUL ends a path, not a line break"
        ) { verb, _ in
            verb.separator = 0
        },
        Flag(
            "json",
            section: section,
            default: "off",
            help: "Print a JSON object a line, with all that the header says"
        ) { verb, _ in
            verb.printsJSON = true
        },
    ]

    private static let section = "Sniffing"

    private var paths: [LocalPath] = []
    private var listPath: LocalPath?
    private var separator = UInt8(ascii: "\n")
    private var walksDirectories = false
    private var printsJSON = false

    package init() {}

    package mutating func take(operands: [[UInt8]]) throws(CommandFailure) {
        guard !operands.isEmpty || listPath != nil else {
            throw .usage("sniff takes the paths of files")
        }
        paths = operands.map { LocalPath(bytes: $0) }
    }

    package consuming func run() async throws(CommandFailure) -> ExitStatus {
        var report = SniffReport(isJSON: printsJSON)
        for path in paths { try sniff(path, &report) }
        if let listPath {
            var list = try PathList(listPath, separator: separator)
            while let path = try list.next() { try sniff(path, &report) }
        }
        try report.finish()
        return report.failureCount == 0 ? .success : .failure
    }

    private func sniff(_ path: LocalPath, _ report: inout SniffReport) throws(CommandFailure) {
        guard !Task.isCancelled else { throw .interrupted }
        if walksDirectories, DirectoryWalk.isDirectory(path) {
            var walk = DirectoryWalk(path)
            while let entry = walk.next() {
                guard !Task.isCancelled else { throw .interrupted }
                switch entry {
                case .success(let file): try report.sniff(file)
                case .failure(let failure): report.fail(failure.path, errno: failure.number)
                }
            }
        } else {
            try report.sniff(path)
        }
    }
}
