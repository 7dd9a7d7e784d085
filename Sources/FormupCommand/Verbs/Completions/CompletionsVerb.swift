/// `formup completions SHELL`: prints the script that teaches a shell the command's flags.
package struct CompletionsVerb: Verb {
    package static let description = VerbDescription(
        name: "completions",
        synopsis: Shell.allCases.map(\.rawValue).joined(separator: "|"),
        summary: "Print the completions for a shell",
        operands: .words(Shell.allCases.map(\.rawValue))
    )

    package static let flags: [Flag<CompletionsVerb>] = []

    private var shell: Shell?

    package init() {}

    package mutating func take(operands: [[UInt8]]) throws(CommandFailure) {
        guard operands.count == 1,
            let shell = Shell(rawValue: String(decoding: operands[0], as: UTF8.self))
        else { throw .usage("completions takes one of \(Self.description.synopsis)") }
        self.shell = shell
    }

    package consuming func run() async throws(CommandFailure) -> ExitStatus {
        guard let shell else { preconditionFailure("the operands were not taken") }
        try StandardStream.output.write(shell.completions(of: .formup))
        return .success
    }
}
