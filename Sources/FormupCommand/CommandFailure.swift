/// Why the command ends early: one line for people, and a status for the shell.
package struct CommandFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// What went wrong, without the command's name and without a line break.
    package let description: String

    /// What the command exits with.
    package let status: ExitStatus

    /// A command line that can't be carried out, or an input that can't be read.
    package static func usage(_ message: String) -> CommandFailure {
        CommandFailure(description: message, status: .usage)
    }

    /// Something that failed while the command ran.
    package static func failure(_ message: String) -> CommandFailure {
        CommandFailure(description: message, status: .failure)
    }

    /// SIGINT or SIGTERM; nothing is printed but that.
    package static let interrupted = CommandFailure(
        description: "interrupted",
        status: .interrupted
    )
}
