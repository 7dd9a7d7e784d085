import Foundation
import Testing

/// Runs the built command and collects what it did.
struct FormupProcess {
    /// What a run left behind.
    struct Outcome {
        var status: Int32
        var output: [UInt8]
        var error: String

        /// The lines of standard error.
        var errorLines: [Substring] {
            error.split(separator: "\n", omittingEmptySubsequences: false)
        }
    }

    /// The folder in which it runs; relative paths start there.
    var folder: String

    /// What stands on standard input.
    var input: [UInt8] = []

    /// Runs `formup` with `arguments`, for two minutes at most.
    func run(_ arguments: String...) throws -> Outcome {
        try run(executable: Self.executable, arguments)
    }

    /// Runs `formup` with `arguments`, for two minutes at most.
    func run(_ arguments: [String]) throws -> Outcome {
        try run(executable: Self.executable, arguments)
    }

    /// Runs a shell script in which `$FORMUP` is the command.
    func shell(_ script: String) throws -> Outcome {
        try run(executable: "/bin/sh", ["-c", script])
    }

    private func run(executable: String, _ arguments: [String]) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(filePath: executable)
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: folder)
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["FORMUP": Self.executable],
            uniquingKeysWith: { $1 }
        )
        // Files take any amount without anybody reading them meanwhile.
        let streams = try TemporaryStreams(input: input)
        process.standardInput = try streams.handle("in", forWriting: false)
        process.standardOutput = try streams.handle("out", forWriting: true)
        process.standardError = try streams.handle("err", forWriting: true)
        try process.run()
        let identifier = process.processIdentifier
        let deadline = DispatchWorkItem { kill(identifier, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + 120, execute: deadline)
        process.waitUntilExit()
        deadline.cancel()
        let status =
            process.terminationReason == .exit
            ? process.terminationStatus : -process.terminationStatus
        return Outcome(
            status: status,
            output: try streams.bytes("out"),
            error: String(decoding: try streams.bytes("err"), as: UTF8.self)
        )
    }

    /// The command stands beside the tests' own executable.
    static let executable: String = {
        var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        for _ in 0..<4 {
            let path = folder.appending(path: "formup").path
            if FileManager.default.isExecutableFile(atPath: path) { return path }
            folder.deleteLastPathComponent()
        }
        return ".build/debug/formup"
    }()
}

/// Files that stand for the standard streams of a child.
private final class TemporaryStreams {
    private let folder: URL

    init(input: [UInt8]) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "formup-io-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(input).write(to: folder.appending(path: "in"))
        for name in ["out", "err"] { try Data().write(to: folder.appending(path: name)) }
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    func handle(_ name: String, forWriting: Bool) throws -> FileHandle {
        let url = folder.appending(path: name)
        return forWriting ? try FileHandle(forWritingTo: url) : try FileHandle(forReadingFrom: url)
    }

    func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: name)))
    }
}
