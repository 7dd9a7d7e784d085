import BodyStreaming

/// The bytes of consecutive text fields with their framing, computed when they are read.
///
/// The framing of each field has the same length, so that the place of a field follows from the
/// place of its name among the names and values.
struct TextFieldBytes: GeneratedBytes {
    /// The fields as the caller gave them.
    let original: TextFieldRun

    /// The fields, with names and values as they stand on the wire.
    let run: TextFieldRun

    /// Whether the form starts with these fields.
    let isFirst: Bool

    /// The bytes in front of each name.
    private let prefix: [UInt8]

    init(original: TextFieldRun, run: TextFieldRun, framing: FormFraming, isFirst: Bool) {
        self.original = original
        self.run = run
        self.isFirst = isFirst
        prefix = framing.fieldPrefix
    }

    var byteCount: Int64 {
        Int64(run.count * framingByteCount + run.textByteCount - hiddenByteCount)
    }

    /// The bytes of the first delimiter that aren't sent.
    private var hiddenByteCount: Int { isFirst ? FormFraming.lineBreakByteCount : 0 }

    /// The framing bytes of each field.
    private var framingByteCount: Int { prefix.count + FormFraming.fieldInfix.count }

    /// Where the field at `index` starts, counted from the first byte of the first delimiter.
    private func start(ofFieldAt index: Int) -> Int {
        index * framingByteCount + run.field(at: index).textStart
    }

    /// The number of framing bytes that are sent of `field`, which is at `index`.
    func framingByteCount(of field: TextFieldRun.Field, at index: Int) -> Int {
        framingByteCount + field.name.count - (index == 0 ? hiddenByteCount : 0)
    }

    func read(at offset: Int64, into output: inout OutputSpan<UInt8>) {
        let position = Int(offset) + hiddenByteCount
        let index = fieldIndex(at: position)
        var skipped = position - start(ofFieldAt: index)
        for field in run.fields(from: index) {
            append(prefix, skipping: &skipped, to: &output)
            append(run.bytes, in: field.name, skipping: &skipped, to: &output)
            append(FormFraming.fieldInfix, skipping: &skipped, to: &output)
            append(run.bytes, in: field.value, skipping: &skipped, to: &output)
            if output.isFull { return }
        }
    }

    private func append(
        _ bytes: [UInt8],
        in range: Range<Int>? = nil,
        skipping skipped: inout Int,
        to output: inout OutputSpan<UInt8>
    ) {
        let range = range ?? bytes.indices
        let count = min(skipped, range.count)
        skipped -= count
        output.append(bytes, in: (range.lowerBound + count)..<range.upperBound)
    }

    /// The index of the field that holds the byte at `position`, or of the last field.
    private func fieldIndex(at position: Int) -> Int {
        var low = 0
        var high = run.count
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if start(ofFieldAt: middle) <= position { low = middle } else { high = middle }
        }
        return low
    }
}
