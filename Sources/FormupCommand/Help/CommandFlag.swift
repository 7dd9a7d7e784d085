/// A flag of the command itself, which stands in the place of a verb.
package enum CommandFlag: String, CaseIterable, Sendable {
    /// Prints the help.
    case help
    /// Prints the version.
    case version
    /// Prints the manual page.
    case man

    /// What people are told about it.
    package var description: FlagDescription {
        FlagDescription(
            name: rawValue,
            short: self == .help ? "h" : nil,
            argument: .none,
            section: "Other flags",
            help: help,
            standard: "off",
            completion: .nothing
        )
    }

    private var help: String {
        switch self {
        case .help: "Print this text; behind a verb, the verb's"
        case .version: "Print the version"
        case .man: "Print the manual page as roff, for example for `man -l -`"
        }
    }
}
