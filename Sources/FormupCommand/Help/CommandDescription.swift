/// What the help, the manual page and the completions say about the command as a whole.
package struct CommandDescription: Sendable {
    /// The command's name.
    package let name: String

    /// The version that `--version` prints.
    package let version: String

    /// What the command does, in half a line.
    package let summary: String

    /// What else there is to know; a paragraph each.
    package let discussion: [String]

    /// The flags of the command itself.
    package let flags: [FlagDescription]

    /// The verbs in the order in which help lists them.
    package let verbs: [(description: VerbDescription, flags: [FlagDescription])]

    /// The exit codes and what they mean.
    package let exitStatuses: [(ExitStatus, String)]

    /// The command as it is.
    package static var formup: CommandDescription {
        CommandDescription(
            name: "formup",
            version: "0.1.0",
            summary: "Encode and send multipart/form-data",
            discussion: [
                "Forms are laid out before a byte is read and sent as they are read: memory does "
                    + "not grow with the files.",
                "Standard output carries data; standard error carries words, and the progress bar "
                    + "if it is a terminal. Secrets are never printed, and control characters "
                    + "from servers or file names are printed as escapes.",
            ],
            flags: CommandFlag.allCases.map(\.description),
            verbs: VerbCatalog.all.map { describe($0) },
            exitStatuses: [
                (.success, "all succeeded"),
                (.failure, "something failed for good"),
                (.usage, "wrong usage, or an input that can't be read"),
                (.temporaryFailure, "every failure left is temporary"),
                (.interrupted, "interrupted by SIGINT or SIGTERM"),
            ]
        )
    }

    private static func describe<V: Verb>(
        _ verb: V.Type
    ) -> (VerbDescription, [FlagDescription]) {
        (V.description, V.flagDescriptions)
    }
}
