/// A flag of the command line and what it does to the `Target` that collects the arguments.
///
/// The definitions are the only source of names, arguments and defaults: the parser, the help, the
/// manual page and the shells' completions are made from them.
package struct Flag<Target>: Sendable {
    /// What people, shells and the parser are told.
    package let description: FlagDescription

    /// When the flag is applied.
    package let round: FlagRound

    /// Takes one use of the flag.
    package let apply: @Sendable (inout Target, FlagValue) throws(CommandFailure) -> Void

    /// Creates a flag.
    ///
    /// - Parameters:
    ///   - name: The long name, without the dashes.
    ///   - short: The short name.
    ///   - argument: What the flag takes.
    ///   - completion: What a shell can complete behind it.
    ///   - section: The heading under which help lists it.
    ///   - standard: What holds without the flag, in words.
    ///   - help: What it does.
    ///   - round: When the flag is applied.
    ///   - apply: Takes one use of the flag.
    package init(
        _ name: String,
        short: Character? = nil,
        _ argument: FlagDescription.Argument = .none,
        completion: FlagDescription.Completion = .nothing,
        section: String,
        default standard: String,
        help: String,
        in round: FlagRound = .settings,
        apply: @escaping @Sendable (inout Target, FlagValue) throws(CommandFailure) -> Void
    ) {
        description = FlagDescription(
            name: name,
            short: short,
            argument: argument,
            section: section,
            help: help,
            standard: standard,
            completion: completion
        )
        self.round = round
        self.apply = apply
    }

    private init(
        description: FlagDescription,
        round: FlagRound,
        apply: @escaping @Sendable (inout Target, FlagValue) throws(CommandFailure) -> Void
    ) {
        self.description = description
        self.round = round
        self.apply = apply
    }

    /// The same flag for a `Root` that holds the target.
    package func lifted<Root>(
        to path: any WritableKeyPath<Root, Target> & Sendable
    ) -> Flag<Root> {
        Flag<Root>(description: description, round: round) { (root, value) throws(CommandFailure) in
            try apply(&root[keyPath: path], value)
        }
    }
}

/// The command line is walked twice, so that a form knows its settings before its first part, and
/// a wrong command line is refused before a file is looked at.
package enum FlagRound: Sendable, Hashable {
    /// What holds wherever it stands.
    case settings
    /// What counts in the order of the command line.
    case parts
}
