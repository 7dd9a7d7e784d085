/// Consecutive text fields in one block of memory: a name and a value of ten bytes each cost
/// twenty-three bytes, not a part's few hundred.
struct TextFieldRun: Sendable {
    /// One of the fields.
    struct Field {
        /// Where the name and the value stand in the run's bytes.
        var name: Range<Int>
        var value: Range<Int>

        /// The bytes of the names and values of all fields before this one.
        var textStart: Int
    }

    /// The name and the value of each field, each with its length, one behind the other.
    private(set) var bytes: [UInt8] = []

    /// The number of fields.
    private(set) var count = 0

    /// The bytes of all names and values.
    private(set) var textByteCount = 0

    /// Where each block of fields starts.
    private var blocks: [Block] = []

    private struct Block: Sendable {
        var start: UInt32
        var textStart: UInt32
    }

    /// The number of fields in each block but the last.
    private static let blockCount = 8

    /// The most bytes that a run takes, so that growing one copies little.
    private static let maximumByteCount = 1 << 15

    /// The most bytes of a field that is copied into a run; those of larger ones are shared.
    private static let maximumFieldByteCount = 1 << 12

    /// The most bytes of a field without its name and value.
    private static let maximumHeadByteCount = 4

    /// Whether a field of `byteCount` bytes is small enough for any run.
    static func takes(byteCount: Int) -> Bool {
        byteCount <= maximumFieldByteCount
    }

    /// Whether a field of `byteCount` bytes goes into this run.
    func hasRoom(forByteCount byteCount: Int) -> Bool {
        bytes.count + byteCount + Self.maximumHeadByteCount <= Self.maximumByteCount
    }

    mutating func append(name: some Collection<UInt8>, value: some Collection<UInt8>) {
        if count.isMultiple(of: Self.blockCount) {
            blocks.append(Block(start: UInt32(bytes.count), textStart: UInt32(textByteCount)))
        }
        LEB128.append(text: name, to: &bytes)
        LEB128.append(text: value, to: &bytes)
        textByteCount += name.count + value.count
        count += 1
    }

    /// Removes all fields; the memory is kept for others.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        blocks.removeAll(keepingCapacity: true)
        textByteCount = 0
        count = 0
    }

    // MARK: What was packed

    /// The fields from that at `index` on.
    func fields(from index: Int = 0) -> Fields {
        guard index < count else { return Fields(bytes: bytes, count: 0) }
        let block = blocks[index / Self.blockCount]
        var fields = Fields(
            bytes: bytes,
            count: count - index / Self.blockCount * Self.blockCount,
            position: Int(block.start),
            textStart: Int(block.textStart)
        )
        for _ in 0..<index % Self.blockCount { _ = fields.next() }
        return fields
    }

    /// The field at `index`.
    func field(at index: Int) -> Field {
        var fields = fields(from: index)
        guard let field = fields.next() else { preconditionFailure("there is no field \(index)") }
        return field
    }

    func name(of field: Field) -> String {
        String(decoding: bytes[field.name], as: UTF8.self)
    }

    func part(at index: Int) -> MultipartPart {
        let field = field(at: index)
        return MultipartPart(
            name: name(of: field),
            contentType: nil,
            storedContent: .text(Array(bytes[field.value]))
        )
    }

    /// - Throws: A ``MultipartError`` that names the first bad part; `startIndex` is the index of the
    ///   first field's part in its form.
    func validateNames(startIndex: Int) throws(MultipartError) {
        for (index, field) in fields().enumerated() {
            try DispositionParameter.name.validate(bytes[field.name], part: startIndex + index)
        }
    }

    /// The run with names and values as they stand on the wire; it shares this one's memory unless
    /// something had to be changed.
    func encoded(dialect: FormDialect, normalizesLineBreaks: Bool) -> TextFieldRun {
        let isVerbatim = fields().allSatisfy { field in
            bytes[field.name].allSatisfy(dialect.writesVerbatim)
                && !(normalizesLineBreaks && bytes[field.value].contains(where: LineBreaks.isBreak))
        }
        guard !isVerbatim else { return self }
        var run = TextFieldRun()
        var name: [UInt8] = []
        for field in fields() {
            name.removeAll(keepingCapacity: true)
            dialect.appendEscapedName(bytes[field.name], to: &name)
            let value = bytes[field.value]
            if normalizesLineBreaks {
                run.append(name: name, value: LineBreaks.normalized(value))
            } else {
                run.append(name: name, value: value)
            }
        }
        return run
    }

    /// Walks through fields.
    struct Fields: Sequence, IteratorProtocol {
        private let bytes: [UInt8]
        private var count: Int
        private var position: Int
        private var textStart: Int

        fileprivate init(bytes: [UInt8], count: Int, position: Int = 0, textStart: Int = 0) {
            self.bytes = bytes
            self.count = count
            self.position = position
            self.textStart = textStart
        }

        mutating func next() -> Field? {
            guard count > 0 else { return nil }
            count -= 1
            let name = LEB128.readText(bytes, at: &position)
            let value = LEB128.readText(bytes, at: &position)
            defer { textStart += name.count + value.count }
            return Field(name: name, value: value, textStart: textStart)
        }
    }
}
