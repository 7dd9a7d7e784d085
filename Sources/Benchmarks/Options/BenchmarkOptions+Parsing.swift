@unsafe @preconcurrency import CGetopt

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension BenchmarkOptions {
    /// Reads the command line with the system's `getopt_long`, as the command `formup` does.
    ///
    /// - Throws: A usage error that says what is wrong with it.
    static func parse() throws(BenchmarkFailure) -> BenchmarkOptions {
        let flags = BenchmarkFlag.allCases
        let names = unsafe flags.map { unsafe strdup($0.rawValue) }
        defer { unsafe names.forEach { unsafe free($0) } }
        var table = unsafe flags.indices.map { index in
            unsafe option(
                name: names[index],
                has_arg: flags[index].argument == nil ? no_argument : required_argument,
                flag: nil,
                val: firstFlagValue + CInt(index)
            )
        }
        unsafe table.append(option(name: nil, has_arg: 0, flag: nil, val: 0))
        var options = BenchmarkOptions()
        opterr = 0
        while true {
            let arguments = unsafe CommandLine.unsafeArgv
            let value = unsafe getopt_long(CommandLine.argc, arguments, ":h", table, nil)
            switch value {
            case -1:
                guard optind == CommandLine.argc else {
                    throw .usage("there is nothing that \"\(argument(Int(optind)))\" stands for")
                }
                return options
            case CInt(UInt8(ascii: "h")): options.wantsHelp = true
            case CInt(UInt8(ascii: ":")):
                throw .usage("\(argument(Int(optind) - 1)) needs an argument")
            case CInt(UInt8(ascii: "?")): throw .usage("unknown flag \(argument(Int(optind) - 1))")
            default:
                let text = unsafe optarg.map { unsafe String(cString: $0) } ?? ""
                try options.take(flags[Int(value - firstFlagValue)], text)
            }
        }
    }

    /// Values of long flags start behind those of short ones, which are bytes.
    private static var firstFlagValue: CInt { 256 }

    private static func argument(_ index: Int) -> String {
        CommandLine.arguments.indices.contains(index) ? CommandLine.arguments[index] : ""
    }
}
