/// Consecutive text fields in one block of memory: a name and a value of ten bytes each cost
/// twenty-eight bytes, not a part's few hundred.
struct TextFieldRun: Sendable {
    /// The name and the value of each field, one behind the other.
    private(set) var bytes: [UInt8] = []

    /// Where in `bytes` the name and the value of each field end.
    private var ends: [Bounds] = []

    private struct Bounds: Sendable {
        var name: UInt32
        var value: UInt32
    }

    /// The most bytes that a run takes, so that growing one copies little.
    private static let maximumByteCount = 1 << 15

    /// The most bytes of a field that is copied into a run; those of larger ones are shared.
    private static let maximumFieldByteCount = 1 << 12

    var count: Int { ends.count }

    /// Whether a field of `byteCount` bytes is small enough for any run.
    static func takes(byteCount: Int) -> Bool {
        byteCount <= maximumFieldByteCount
    }

    /// Whether a field of `byteCount` bytes goes into this run.
    func hasRoom(forByteCount byteCount: Int) -> Bool {
        bytes.count + byteCount <= Self.maximumByteCount
            && ends.count < Self.maximumByteCount / MemoryLayout<Bounds>.stride
    }

    mutating func append(name: some Sequence<UInt8>, value: some Sequence<UInt8>) {
        bytes.append(contentsOf: name)
        let nameEnd = UInt32(bytes.count)
        bytes.append(contentsOf: value)
        ends.append(Bounds(name: nameEnd, value: UInt32(bytes.count)))
    }

    /// Where in `bytes` the field at `index` starts; `count` has its place too, the end.
    func start(ofFieldAt index: Int) -> Int {
        index > 0 ? Int(ends[index - 1].value) : 0
    }

    func nameRange(at index: Int) -> Range<Int> {
        start(ofFieldAt: index)..<Int(ends[index].name)
    }

    func valueRange(at index: Int) -> Range<Int> {
        Int(ends[index].name)..<Int(ends[index].value)
    }

    func name(at index: Int) -> String {
        String(decoding: bytes[nameRange(at: index)], as: UTF8.self)
    }

    func value(at index: Int) -> ArraySlice<UInt8> {
        bytes[valueRange(at: index)]
    }

    func part(at index: Int) -> MultipartPart {
        MultipartPart(
            name: name(at: index),
            contentType: nil,
            storedContent: .text(Array(value(at: index)))
        )
    }

    /// - Throws: A ``MultipartError`` that names the first bad part; `startIndex` is the index of the
    ///   first field's part in its form.
    func validateNames(startIndex: Int) throws(MultipartError) {
        for index in 0..<count {
            try DispositionParameter.name.validate(
                bytes[nameRange(at: index)],
                part: startIndex + index
            )
        }
    }

    /// The run with names and values as they stand on the wire; it shares this one's memory unless
    /// something had to be changed.
    func encoded(dialect: FormDialect, normalizesLineBreaks: Bool) -> TextFieldRun {
        let isVerbatim = (0..<count).allSatisfy { index in
            bytes[nameRange(at: index)].allSatisfy(dialect.writesVerbatim)
                && !(normalizesLineBreaks && value(at: index).contains(where: LineBreaks.isBreak))
        }
        guard !isVerbatim else { return self }
        var run = TextFieldRun()
        var name: [UInt8] = []
        for index in 0..<count {
            name.removeAll(keepingCapacity: true)
            dialect.appendEscapedName(bytes[nameRange(at: index)], to: &name)
            let value = value(at: index)
            if normalizesLineBreaks {
                run.append(name: name, value: LineBreaks.normalized(value))
            } else {
                run.append(name: name, value: value)
            }
        }
        return run
    }
}
