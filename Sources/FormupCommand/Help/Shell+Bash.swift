extension Shell {
    /// One function that looks at the verb and at the word before the one to complete.
    static func bashLines(of command: CommandDescription) -> [String] {
        let verbs = command.verbs.map(\.description.name)
        let first = verbs + command.flags.map(\.spelling)
        var lines = [
            "# bash completion for \(command.name)",
            "_\(command.name)() {",
            "    local word=\"${COMP_WORDS[COMP_CWORD]}\" before=\"${COMP_WORDS[COMP_CWORD-1]}\"",
            "    COMPREPLY=()",
            "    if [ \"$COMP_CWORD\" -eq 1 ]; then",
            "        COMPREPLY=($(compgen -W \(quoted(first.joined(separator: " "))) -- \"$word\"))",
            "        return",
            "    fi",
            "    case \"${COMP_WORDS[1]}\" in",
        ]
        for verb in command.verbs {
            lines.append("    \(verb.description.name))")
            lines.append("        case \"$before\" in")
            for flag in verb.flags where flag.argument != .none {
                lines.append("        \(bashPattern(of: flag)))")
                lines += bashReply(to: flag.completion).map { "            " + $0 }
                lines.append("            return ;;")
            }
            let names = verb.flags.map(\.spelling).joined(separator: " ")
            lines += [
                "        esac",
                "        if [[ \"$word\" == -* ]]; then",
                "            COMPREPLY=($(compgen -W \(quoted(names)) -- \"$word\"))",
                "            return",
                "        fi",
            ]
            lines += bashReply(to: verb.description.operands).map { "        " + $0 }
            lines.append("        ;;")
        }
        return lines + ["    esac", "}", "complete -F _\(command.name) \(command.name)"]
    }

    private static func bashPattern(of flag: FlagDescription) -> String {
        flag.spelling + (flag.short.map { "|-\($0)" } ?? "")
    }

    private static func bashReply(to completion: FlagDescription.Completion) -> [String] {
        switch completion {
        case .nothing: []
        case .file: ["compopt -o filenames", "COMPREPLY=($(compgen -f -- \"$word\"))"]
        case .words(let words):
            ["COMPREPLY=($(compgen -W \(quoted(words.joined(separator: " "))) -- \"$word\"))"]
        }
    }
}
