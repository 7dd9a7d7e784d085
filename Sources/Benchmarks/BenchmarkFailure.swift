/// Why the command ends early: one line for people, and a status for the shell.
struct BenchmarkFailure: Error, CustomStringConvertible {
    let description: String

    /// 2 for a command line that can't be carried out, 1 for what failed later.
    let status: Int32

    static func usage(_ message: String) -> BenchmarkFailure {
        BenchmarkFailure(description: message, status: 2)
    }

    static func failure(_ message: String) -> BenchmarkFailure {
        BenchmarkFailure(description: message, status: 1)
    }
}

/// Why a case can't be measured on this machine, which is no failure.
struct SkippedCase: Error {
    let reason: String
}
