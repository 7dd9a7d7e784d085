extension Shell {
    /// `_arguments` with a specification for each flag.
    static func zshLines(of command: CommandDescription) -> [String] {
        var lines = [
            "#compdef \(command.name)",
            "_\(command.name)() {",
            "    local -a verbs",
            "    verbs=(",
        ]
        for verb in command.verbs.map(\.description) {
            lines.append("        " + quoted("\(verb.name):\(verb.summary)"))
        }
        lines += [
            "    )",
            "    if (( CURRENT == 2 )); then",
            "        _describe verb verbs",
            "        _arguments \\",
        ]
        lines += continued(command.flags.map { zshSpecification(of: $0) }, indent: 12)
        lines += [
            "        return",
            "    fi",
            "    local verb=${words[2]}",
            "    shift words",
            "    (( CURRENT-- ))",
            "    case $verb in",
        ]
        for verb in command.verbs {
            lines += ["    \(verb.description.name))", "        _arguments -s \\"]
            var specifications = verb.flags.flatMap { flag in
                [zshSpecification(of: flag)]
                    + (flag.short.map { [zshSpecification(of: flag, name: "-\($0)")] } ?? [])
            }
            specifications.append(quoted("*:operand:\(zshAction(of: verb.description.operands))"))
            lines += continued(specifications, indent: 12)
            lines.append("        ;;")
        }
        return lines + ["    esac", "}", "_\(command.name) \"$@\""]
    }

    private static func continued(_ specifications: [String], indent: Int) -> [String] {
        let margin = String(repeating: " ", count: indent)
        return specifications.enumerated().map { index, specification in
            margin + specification + (index + 1 < specifications.count ? " \\" : "")
        }
    }

    private static func zshSpecification(
        of flag: FlagDescription,
        name: String? = nil
    ) -> String {
        let spelling = name ?? flag.spelling
        let help = zshText(flag.help)
        return switch flag.argument {
        case .none: quoted("*\(spelling)[\(help)]")
        case .required(let label):
            quoted("*\(spelling)[\(help)]:\(zshText(label)):\(zshAction(of: flag.completion))")
        case .optional(let label):
            quoted("*\(spelling)=-[\(help)]::\(zshText(label)):\(zshAction(of: flag.completion))")
        }
    }

    private static func zshAction(of completion: FlagDescription.Completion) -> String {
        switch completion {
        case .nothing: " "
        case .file: "_files"
        case .words(let words): "(\(words.joined(separator: " ")))"
        }
    }

    /// `text` without what ends a part of a specification.
    private static func zshText(_ text: String) -> String {
        var result = ""
        for character in text {
            if "\\[]:".contains(character) { result.append("\\") }
            result.append(character)
        }
        return result
    }
}
