/// A verb of the command: `formup VERB …`.
///
/// A verb is a value that the command line fills in and that then runs. It is known to the command,
/// its help, its manual page and its completions by standing in ``VerbCatalog/all``.
package protocol Verb: Sendable {
    /// What people are told about the verb.
    static var description: VerbDescription { get }

    /// The flags it takes, in the order of its help.
    static var flags: [Flag<Self>] { get }

    /// Creates the verb as it is without any flag.
    init()

    /// Takes the arguments that aren't flags, byte for byte.
    ///
    /// - Throws: A usage error if there are too few or too many.
    mutating func take(operands: [[UInt8]]) throws(CommandFailure)

    /// Does the work.
    ///
    /// - Throws: Why it could not be done.
    consuming func run() async throws(CommandFailure) -> ExitStatus
}

/// What people are told about a verb.
package struct VerbDescription: Sendable {
    /// The verb itself.
    package let name: String

    /// What follows it on the command line.
    package let synopsis: String

    /// What it does, in half a line.
    package let summary: String

    /// What else there is to know; a paragraph each.
    package let discussion: [String]

    /// Words that can stand behind the verb, for the shells' completions.
    package let operands: FlagDescription.Completion

    /// Creates a description.
    package init(
        name: String,
        synopsis: String,
        summary: String,
        discussion: [String] = [],
        operands: FlagDescription.Completion = .nothing
    ) {
        self.name = name
        self.synopsis = synopsis
        self.summary = summary
        self.discussion = discussion
        self.operands = operands
    }
}

extension Verb {
    /// Fills in a verb from its command line, whose first argument is the verb's name.
    ///
    /// - Returns: `nil` if the line asks for help instead.
    /// - Throws: A usage error that says what is wrong with the line.
    package static func parse(_ arguments: ArgumentVector) throws(CommandFailure) -> Self? {
        var verb = Self()
        let flags = flags
        let help = flags.count
        let scanner = OptionScanner(flagDescriptions)
        var wantsHelp = false
        let operands = try scanner.scan(arguments) { (index, value) throws(CommandFailure) in
            guard index != help else { return wantsHelp = true }
            guard !wantsHelp, flags[index].round == .settings else { return }
            try flags[index].apply(&verb, value)
        }
        guard !wantsHelp else { return nil }
        try verb.take(operands: operands.map { arguments[$0] })
        _ = try scanner.scan(arguments) { (index, value) throws(CommandFailure) in
            guard flags[index].round == .parts else { return }
            try flags[index].apply(&verb, value)
        }
        return verb
    }

    /// Refuses arguments that aren't flags, for a verb that takes none.
    package static func refuse(_ operands: [[UInt8]]) throws(CommandFailure) {
        guard let operand = operands.first else { return }
        let text = String(decoding: operand, as: UTF8.self)
        throw .usage("\(description.name) takes no \"\(text)\"; a part is -F, --field or --file")
    }

    /// The descriptions of all flags, `--help` included.
    package static var flagDescriptions: [FlagDescription] {
        flags.map(\.description) + [.help]
    }
}

extension FlagDescription {
    /// `--help`, which every verb takes.
    package static let help = FlagDescription(
        name: "help",
        short: "h",
        argument: .none,
        section: "Other flags",
        help: "Print this text",
        standard: "off",
        completion: .nothing
    )
}
