/// The text of `--help`, 80 columns wide.
package enum HelpText {
    private static let width = 80
    private static let helpColumn = 30

    /// The help of the command itself.
    package static func text(of command: CommandDescription) -> String {
        var lines = ["Usage: \(command.name) VERB [flags]", "", command.summary, ""]
        for paragraph in command.discussion { lines += wrapped(paragraph, indent: 0) + [""] }
        lines.append("Verbs:")
        for verb in command.verbs {
            lines += row(verb.description.name, verb.description.summary)
        }
        lines.append("")
        lines += sections(of: command.flags)
        lines.append("Exit codes:")
        for (status, meaning) in command.exitStatuses {
            lines += row(String(status.rawValue), meaning)
        }
        lines += ["", "`\(command.name) VERB --help` lists the flags of a verb."]
        return joined(lines)
    }

    /// The help of one verb.
    package static func text(
        of verb: VerbDescription,
        flags: [FlagDescription],
        command: String
    ) -> String {
        var lines = ["Usage: \(command) \(verb.name) \(verb.synopsis)", "", verb.summary, ""]
        for paragraph in verb.discussion { lines += wrapped(paragraph, indent: 0) + [""] }
        lines += sections(of: flags)
        return joined(lines.dropLast())
    }

    /// A flag's help with its default: every flag has one.
    package static func explanation(of flag: FlagDescription) -> String {
        "\(flag.help) (default: \(flag.standard))"
    }

    /// The flags by section, in the order in which the sections come up first.
    package static func grouped(
        _ flags: [FlagDescription]
    ) -> [(section: String, flags: [FlagDescription])] {
        var groups: [(section: String, flags: [FlagDescription])] = []
        for flag in flags {
            if let index = groups.firstIndex(where: { $0.section == flag.section }) {
                groups[index].flags.append(flag)
            } else {
                groups.append((flag.section, [flag]))
            }
        }
        return groups
    }

    private static func sections(of flags: [FlagDescription]) -> [String] {
        grouped(flags).flatMap { group in
            ["\(group.section):"]
                + group.flags.flatMap { flag in
                    // Flags without a short name line up with the long names of the others.
                    row((flag.short == nil ? "    " : "") + flag.usage, explanation(of: flag))
                } + [""]
        }
    }

    private static func row(_ head: String, _ text: String) -> [String] {
        var lines = wrapped(text, indent: helpColumn)
        let start = "  " + head
        guard start.count + 2 <= helpColumn, let first = lines.first else {
            return [start] + lines
        }
        let padding = String(repeating: " ", count: helpColumn - start.count)
        lines[0] = start + padding + first.dropFirst(helpColumn)
        return lines
    }

    private static func wrapped(_ text: String, indent: Int) -> [String] {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        var line = margin
        for word in text.split(separator: " ") {
            if line.count > indent, line.count + 1 + word.count > width {
                lines.append(line)
                line = margin
            }
            line += (line.count > indent ? " " : "") + word
        }
        return lines + [line]
    }

    private static func joined(_ lines: some Sequence<String>) -> String {
        lines.joined(separator: "\n") + "\n"
    }
}
