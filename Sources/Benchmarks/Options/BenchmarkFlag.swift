/// The flags of the command; the raw values are their names.
enum BenchmarkFlag: String, CaseIterable {
    case filter
    case list
    case quick
    case rounds
    case deterministic
    case json
    case baseline
    case compare
    case folder
    case largeBatch = "large-batch"
    case items
    case plot
    case serve
    case help

    /// What help calls the argument; `nil` for a flag without one.
    var argument: String? {
        switch self {
        case .filter: "TEXT"
        case .rounds, .items: "N"
        case .json, .baseline, .compare, .plot: "FILE"
        case .folder: "DIRECTORY"
        case .serve: "ROLE"
        case .list, .quick, .deterministic, .largeBatch, .help: nil
        }
    }

    /// What the flag does.
    var help: String {
        switch self {
        case .filter: "Only the cases whose names hold TEXT; can be given more than once"
        case .list: "Print the names of the cases and measure nothing"
        case .quick: "Small sizes and 3 rounds: less than a minute"
        case .rounds:
            "Measure each case N times, after one warm-up; 5 by default, 1 for --large-batch"
        case .deterministic: "Only the cases that have the same counts on each run, in one round"
        case .json: "Write the results to FILE"
        case .baseline: "Write the deterministic counts to FILE"
        case .compare: "Print ratios to the results in FILE; exit 1 if a count got worse"
        case .folder: "Where files are made, for example /dev/shm; $TMPDIR or /tmp by default"
        case .largeBatch: "Measure a batch of many files at 1 to 256 uploads at once instead"
        case .items: "How many files --large-batch uploads; 100000 by default"
        case .plot: "Write the throughput of --large-batch over concurrency to FILE, as SVG"
        case .serve:
            "Be one of the servers that the command starts for itself: "
                + ServerRole.allCases.map(\.rawValue).joined(separator: ", ")
        case .help: "Print this text"
        }
    }

    /// The flag and its argument, as help and messages show them.
    var usage: String { "--" + rawValue + (argument.map { " " + $0 } ?? "") }
}
