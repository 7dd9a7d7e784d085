import CGetopt

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Walks the command line with the system's `getopt_long`, so that short flags, abbreviations,
/// permutation and `--` are what people know from every other command.
///
/// The system keeps its place in global variables: one scan runs at a time.
package struct OptionScanner {
    private let flags: [FlagDescription]

    /// Creates a scanner for `flags`.
    package init(_ flags: [FlagDescription]) {
        self.flags = flags
    }

    /// Calls `visit` with the index and the argument of each flag in the order of the command line.
    ///
    /// - Parameters:
    ///   - arguments: The command line; the first is the command's name. They are permuted.
    ///   - visit: Takes one use of a flag.
    /// - Returns: The indexes of the arguments that aren't flags, which stand at the end.
    /// - Throws: A usage error for an unknown or ambiguous flag, for an argument that is missing or
    ///   too many, and whatever `visit` throws.
    package func scan(
        _ arguments: ArgumentVector,
        _ visit: (Int, FlagValue) throws(CommandFailure) -> Void
    ) throws(CommandFailure) -> Range<Int> {
        let names = unsafe flags.map { unsafe strdup($0.name) }
        defer { unsafe names.forEach { unsafe free($0) } }
        var options = unsafe flags.indices.map { index in
            unsafe option(
                name: names[index],
                has_arg: flags[index].argumentRule,
                flag: nil,
                val: Self.firstLongValue + CInt(index)
            )
        }
        unsafe options.append(option(name: nil, has_arg: 0, flag: nil, val: 0))
        let shorts = ":" + flags.map(\.shortPattern).joined()

        cgetopt_restart()
        while true {
            let value = unsafe getopt_long(
                CInt(arguments.count),
                arguments.base,
                shorts,
                options,
                nil
            )
            guard value != -1 else { break }
            if value == CInt(UInt8(ascii: "?")) || value == CInt(UInt8(ascii: ":")) {
                let written = arguments[max(Int(cgetopt_index()) - 1, 0)]
                let isMissing = value == CInt(UInt8(ascii: ":"))
                throw refusal(of: cgetopt_refused(), isMissingArgument: isMissing, written: written)
            }
            guard let index = index(of: value) else { preconditionFailure("no such flag") }
            let flag = flags[index]
            // Without an argument, not every system clears what the last flag had.
            let start = unsafe flag.argument == .none ? nil : cgetopt_argument()
            let argument = unsafe start.map { unsafe ArgumentVector.bytes(of: $0) }
            try visit(index, FlagValue(flag: flag.spelling, argument: argument))
        }
        let end = Int(cgetopt_index())
        return end..<max(arguments.count, end)
    }

    /// Values of long flags start behind those of short ones, which are bytes.
    private static let firstLongValue: CInt = 256

    private func index(of value: CInt) -> Int? {
        if value >= Self.firstLongValue { return Int(value - Self.firstLongValue) }
        return flags.firstIndex { $0.short?.asciiValue.map(CInt.init) == value }
    }

    /// The error for what the system refused: a flag of `value`, or none that is known.
    private func refusal(
        of value: CInt,
        isMissingArgument: Bool,
        written: [UInt8]
    ) -> CommandFailure {
        let text = String(decoding: written, as: UTF8.self)
        if let index = index(of: value) {
            let flag = flags[index]
            return isMissingArgument
                ? .usage("\(flag.spelling) needs an argument: \(flag.usage)")
                : .usage("\(flag.spelling) takes no argument: \(text)")
        }
        guard text.hasPrefix("--") else {
            let letter = Unicode.Scalar(UInt8(truncatingIfNeeded: value))
            return .usage("unknown flag -\(Character(letter))")
        }
        let name = text.dropFirst(2).prefix { $0 != "=" }
        let candidates = flags.map(\.name).filter { $0.hasPrefix(name) }
        guard candidates.count > 1 else { return .usage("unknown flag --\(name)") }
        let list = candidates.map { "--" + $0 }.joined(separator: ", ")
        return .usage("--\(name) is ambiguous: \(list)")
    }
}

extension FlagDescription {
    fileprivate var argumentRule: CInt {
        switch argument {
        case .none: no_argument
        case .required: required_argument
        case .optional: optional_argument
        }
    }

    fileprivate var shortPattern: String {
        guard let short else { return "" }
        return switch argument {
        case .none: String(short)
        case .required: "\(short):"
        case .optional: "\(short)::"
        }
    }
}
