/// What people, shells and the parser are told about a flag.
package struct FlagDescription: Sendable {
    /// Whether a flag takes an argument, and what help calls it.
    package enum Argument: Sendable, Hashable {
        /// `--flag`
        case none
        /// `--flag ARGUMENT` or `--flag=ARGUMENT`
        case required(String)
        /// `--flag` or `--flag=ARGUMENT`
        case optional(String)
    }

    /// What a shell can complete behind a flag.
    package enum Completion: Sendable, Hashable {
        /// Nothing that is known beforehand.
        case nothing
        /// The path of a file.
        case file
        /// One of a few words.
        case words([String])
    }

    /// The long name, without the dashes.
    package let name: String

    /// The short name, if there is one; an ASCII letter or digit.
    package let short: Character?

    /// What it takes.
    package let argument: Argument

    /// The heading under which help lists it.
    package let section: String

    /// What it does: a phrase or a few, in plain text.
    package let help: String

    /// What holds without the flag, in words.
    package let standard: String

    /// What a shell can complete behind it.
    package let completion: Completion

    /// The flag as a person would write it in a message.
    package var spelling: String { "--" + name }

    /// The flag and its argument as help shows them: `-o, --output FILE`.
    package var usage: String {
        let names = (short.map { "-\($0), " } ?? "") + spelling
        return switch argument {
        case .none: names
        case .required(let label): "\(names) \(label)"
        case .optional(let label): "\(names)[=\(label)]"
        }
    }
}
