/// The manual page, made from the same descriptions as the help.
package enum ManualPage {
    /// The page as roff with the macros of `man(7)`.
    package static func text(of command: CommandDescription) -> String {
        var page = [
            ".TH \(command.name.uppercased()) 1 \"\" \"\(command.name) \(command.version)\"",
            ".SH NAME",
            escaped("\(command.name) - ") + escaped(command.summary),
            ".SH SYNOPSIS",
        ]
        for verb in command.verbs.map(\.description) {
            page += [".B \(command.name) \(verb.name)", escaped(verb.synopsis), ".br"]
        }
        page.append(".SH DESCRIPTION")
        page += paragraphs(command.discussion)
        for verb in command.verbs {
            page.append(".SH \(escaped(verb.description.name.uppercased()))")
            page += paragraphs([verb.description.summary + "."] + verb.description.discussion)
            for group in HelpText.grouped(verb.flags) {
                page.append(".SS \(escaped(group.section))")
                page += group.flags.flatMap(entry)
            }
        }
        page.append(".SH OTHER FLAGS")
        page += command.flags.flatMap(entry)
        page.append(".SH EXIT STATUS")
        for (status, meaning) in command.exitStatuses {
            page += [".TP", ".B \(status.rawValue)", escaped(meaning)]
        }
        return page.joined(separator: "\n") + "\n"
    }

    private static func entry(of flag: FlagDescription) -> [String] {
        [".TP", "\\fB\(escaped(flag.usage))\\fR", escaped(HelpText.explanation(of: flag))]
    }

    private static func paragraphs(_ texts: [String]) -> [String] {
        texts.flatMap { [".PP", escaped($0)] }
    }

    /// `text` for roff: a hyphen of a flag stays an ASCII hyphen, no line begins with a control
    /// character, and all bytes are ASCII.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case _ where !scalar.isASCII:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "\\[u" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
                result += "]"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result.hasPrefix(".") || result.hasPrefix("'") ? "\\&" + result : result
    }
}
