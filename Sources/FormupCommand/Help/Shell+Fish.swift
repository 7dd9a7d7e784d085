extension Shell {
    /// One `complete` line for each verb and each flag.
    static func fishLines(of command: CommandDescription) -> [String] {
        let names = command.verbs.map(\.description.name).joined(separator: " ")
        let noVerb = quoted("not __fish_seen_subcommand_from \(names)")
        var lines = ["# fish completion for \(command.name)"]
        for verb in command.verbs.map(\.description) {
            lines.append(
                "complete -c \(command.name) -f -n \(noVerb) -a \(verb.name)"
                    + " -d \(fishQuoted(verb.summary))"
            )
        }
        for flag in command.flags {
            lines.append(fishLine(of: flag, condition: noVerb, command: command.name))
        }
        for verb in command.verbs {
            let condition = quoted("__fish_seen_subcommand_from \(verb.description.name)")
            if case .words(let words) = verb.description.operands {
                lines.append(
                    "complete -c \(command.name) -f -n \(condition)"
                        + " -a \(quoted(words.joined(separator: " ")))"
                )
            }
            for flag in verb.flags {
                lines.append(fishLine(of: flag, condition: condition, command: command.name))
            }
        }
        return lines
    }

    private static func fishLine(
        of flag: FlagDescription,
        condition: String,
        command: String
    ) -> String {
        var line = "complete -c \(command) -n \(condition) -l \(flag.name)"
        if let short = flag.short { line += " -s \(short)" }
        if case .required = flag.argument { line += " -r" }
        switch flag.completion {
        case .nothing: line += " -f"
        case .file: line += " -F"
        case .words(let words): line += " -f -a \(quoted(words.joined(separator: " ")))"
        }
        return line + " -d \(fishQuoted(flag.help))"
    }

    /// Between single quotes, fish reads `\'` and `\\`, and nothing else.
    private static func fishQuoted(_ text: String) -> String {
        var result = ""
        for character in text {
            if character == "'" || character == "\\" { result.append("\\") }
            result.append(character)
        }
        return "'\(result)'"
    }
}
