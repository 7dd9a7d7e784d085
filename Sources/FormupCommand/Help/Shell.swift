/// A shell for which completions can be written.
package enum Shell: String, CaseIterable, Sendable {
    /// GNU Bash.
    case bash
    /// The Z shell.
    case zsh
    /// The friendly interactive shell.
    case fish

    /// The script that teaches the shell the command's verbs and flags.
    package func completions(of command: CommandDescription) -> String {
        let lines =
            switch self {
            case .bash: Self.bashLines(of: command)
            case .zsh: Self.zshLines(of: command)
            case .fish: Self.fishLines(of: command)
            }
        return lines.joined(separator: "\n") + "\n"
    }

    /// `text` between single quotes, in which no shell reads anything special.
    static func quoted(_ text: String) -> String {
        "'"
            + text.split(separator: "'", omittingEmptySubsequences: false).joined(
                separator: "'\\''"
            )
            + "'"
    }
}
