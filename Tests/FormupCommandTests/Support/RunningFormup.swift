import Foundation
import Testing

/// A `formup` that runs until it is told to end.
final class RunningFormup {
    private let process = Process()
    private let output = Pipe()
    private let error = Pipe()
    private let deadline: DispatchWorkItem
    private var pending: [UInt8] = []

    /// Starts `formup` with `arguments`; it is killed after two minutes.
    init(folder: String, _ arguments: String..., environment: [String: String] = [:]) throws {
        process.executableURL = URL(filePath: FormupProcess.executable)
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: folder)
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = output
        process.standardError = error
        try process.run()
        let identifier = process.processIdentifier
        deadline = DispatchWorkItem { kill(identifier, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + 120, execute: deadline)
    }

    deinit {
        deadline.cancel()
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// Reads the next line of standard output.
    func nextLine() throws -> String {
        try nextLine(of: output)
    }

    /// Reads the next line of standard error; of the two streams a test reads one.
    func nextErrorLine() throws -> String {
        try nextLine(of: error)
    }

    /// Sends a signal and waits for the end.
    ///
    /// - Returns: The exit code, or the negated number of the signal that killed the process.
    func end(by signal: CInt) -> CInt {
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        return process.terminationReason == .exit
            ? process.terminationStatus : -process.terminationStatus
    }

    private func nextLine(of pipe: Pipe) throws -> String {
        while true {
            if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                defer { pending.removeFirst(end + 1) }
                return String(decoding: pending[..<end], as: UTF8.self)
            }
            let bytes = pipe.fileHandleForReading.availableData
            try #require(!bytes.isEmpty, "the output ended")
            pending += bytes
        }
    }
}
