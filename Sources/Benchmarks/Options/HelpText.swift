/// What `--help` prints.
enum HelpText {
    static var text: String {
        let width = BenchmarkFlag.allCases.map(\.usage.count).max() ?? 0
        let lines = BenchmarkFlag.allCases.map { flag in
            let padding = String(repeating: " ", count: width - flag.usage.count)
            return "  \(flag.usage)\(padding)  \(flag.help)\n"
        }
        return """
            usage: formup-bench [FLAG]...

            Measures what bodies, forms, uploads and batches cost on this machine.

            \(lines.joined())
            Times are medians of interleaved rounds. Allocations and system calls are counted by
            functions that stand in front of the C library's; a tilde marks counts that depend on
            chance. Exit codes: 0, 1 if something failed or got worse, 2 for a wrong command line.

            """
    }
}
