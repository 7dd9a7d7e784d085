import BatchUpload
import UploadHTTP

/// A line that is written is read as it was, and no part of it is taken for a line.
func checkJournalLine(_ input: Span<UInt8>) throws(PropertyViolation) {
    let bytes = [UInt8](input)
    if let entry = try? JournalEntry(bytes[...]) {
        try require(NaiveJSON.accepts(bytes), "\(bytes.quoted) is no JSON, but \(entry)")
    }
    var input = FuzzInput(bytes)
    let written = WrittenLine(&input)
    try require(written.bytes.last == 0x0A, "the line has no end")
    let line = written.bytes.dropLast()
    try require(!line.contains(0x0A), "\(Array(line).quoted) is two lines")
    try require(NaiveJSON.accepts(Array(line)), "\(Array(line).quoted) is no JSON")
    try require(
        (try? JournalEntry(line)).map(WrittenLine.Entry.init) == written.entry,
        "\(Array(line).quoted) is another"
    )
    for count in [input.number(in: 0...line.count - 1), line.count - 1] {
        let entry = try? JournalEntry(line.prefix(count))
        try require(
            entry == nil,
            "\(Array(line.prefix(count)).quoted) is \(String(describing: entry))"
        )
    }
}

/// A line of a results file as an input describes it, and what has to be read from it.
struct WrittenLine {
    let bytes: [UInt8]

    /// The `key`, `index`, `outcome` and `isRetryable` that the line has.
    let entry: Entry

    struct Entry: Equatable {
        var key: ItemKey
        var index: Int64
        var outcome: OutcomeKind?
        var isRetryable = false
    }

    init(_ input: inout FuzzInput) {
        let index = input.number(in: 0...100_000)
        let key = ItemKey(high: UInt64(input.number(in: 0...7)), low: .max)
        let identifier = Self.text(&input)
        guard input.flag() else {
            bytes = StartedLine(index: index, identifier: identifier, key: key).bytes
            entry = Entry(key: key, index: Int64(index))
            return
        }
        let outcome = input.choice(OutcomeKind.allCases)
        var line = ResultLine(
            index: index,
            identifier: identifier,
            key: key,
            outcome: outcome,
            url: Self.text(&input),
            paths: (0..<input.number(in: 0...2)).map { _ in Self.text(&input) }
        )
        line.duration = .milliseconds(input.number(in: 0...1_000_000))
        if input.flag() { line.status = input.number(in: 100...999) }
        if input.flag() {
            var fields = HeaderFields()
            fields.append(receivedLine: input.bytes(12).span)
            line.response = ResultLine.Answer(fields: fields, body: Self.text(&input))
        }
        var isRetryable = false
        if input.flag() {
            isRetryable = input.flag()
            line.error = ResultLine.Failure(
                kind: "k",
                message: Self.text(&input),
                isRetryable: isRetryable
            )
        }
        bytes = line.bytes
        entry = Entry(
            key: key,
            index: Int64(index),
            outcome: outcome,
            isRetryable: isRetryable
        )
    }

    private static func text(_ input: inout FuzzInput) -> String {
        String(decoding: input.bytes(input.number(in: 0...12)), as: UTF8.self)
    }
}

extension WrittenLine.Entry {
    /// What was read, without the rules that a ``JournalEntry`` has besides.
    init(_ entry: JournalEntry) {
        self.init(
            key: entry.key,
            index: entry.index,
            outcome: entry.outcome,
            isRetryable: entry.isRetryable
        )
    }
}
