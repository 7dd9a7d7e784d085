import BodyStreaming

/// The parts of a form in order, with small text fields and plain files packed.
///
/// Many text fields in a row are a run of their own, which is read as one. A few of them between
/// files are packed with these.
///
/// Copies share their memory, so that a form and what is laid out of it hold the parts once.
struct FormItems: Sendable {
    private var closed: [FormItem] = []

    /// The files at the end, in place: taking them out of the array to add one would copy them each
    /// time.
    private var openFiles = PackedPartRun()

    /// The text fields behind them, likewise.
    private var openFields = TextFieldRun()

    /// The most text fields in a row that are packed with the files around them.
    private static let mostFieldsAmongFiles = 16

    /// The number of parts, each packed one counted.
    private(set) var partCount = 0

    init() {}

    /// Creates items of which each is one part, plain ones too.
    init(unpacked parts: [MultipartPart]) {
        closed = parts.map { .part($0) }
        partCount = parts.count
    }

    /// Adds a part behind the others.
    mutating func append(_ part: MultipartPart) {
        if part.isPlainText, case .text(let value) = part.storedContent,
            TextFieldRun.takes(byteCount: part.name.utf8.count + value.count)
        {
            return appendField(name: part.name.utf8, value: value)
        }
        if let region = PackedPartRun.region(of: part) { return appendFile(part, region) }
        closeFiles()
        closeFields()
        closed.append(.part(part))
        partCount += 1
    }

    /// Adds a text field behind the other parts.
    mutating func append(name: String, text: String) {
        if TextFieldRun.takes(byteCount: name.utf8.count + text.utf8.count) {
            appendField(name: name.utf8, value: text.utf8)
        } else {
            append(MultipartPart(name: name, text: text))
        }
    }

    private mutating func appendField(
        name: some Collection<UInt8>,
        value: some Collection<UInt8>
    ) {
        if !openFields.hasRoom(forByteCount: name.count + value.count) {
            closeFiles()
            closeFields()
        }
        openFields.append(name: name, value: value)
        if openFields.count > Self.mostFieldsAmongFiles { closeFiles() }
        partCount += 1
    }

    private mutating func appendFile(_ part: MultipartPart, _ region: FileRegion) {
        if openFields.count > Self.mostFieldsAmongFiles {
            closeFields()
        } else {
            packFields()
        }
        while !openFiles.append(part, region) { closeFiles() }
        partCount += 1
    }

    /// Puts the open text fields behind the open files.
    private mutating func packFields() {
        guard openFields.count > 0 else { return }
        for field in openFields.fields() {
            let (name, value) = (openFields.bytes[field.name], openFields.bytes[field.value])
            while !openFiles.append(name: name, value: value) { closeFiles() }
        }
        openFields.removeAll()
    }

    private mutating func closeFields() {
        guard openFields.count > 0 else { return }
        closed.append(.fields(openFields))
        openFields = TextFieldRun()
    }

    private mutating func closeFiles() {
        guard openFiles.count > 0 else { return }
        closed.append(.packed(openFiles.trimmed()))
        openFiles.removeAll()
    }
}

extension FormItems: RandomAccessCollection {
    var startIndex: Int { 0 }

    var endIndex: Int {
        closed.count + (openFiles.count > 0 ? 1 : 0) + (openFields.count > 0 ? 1 : 0)
    }

    subscript(index: Int) -> FormItem {
        if index < closed.count { return closed[index] }
        return index == closed.count && openFiles.count > 0
            ? .packed(openFiles) : .fields(openFields)
    }
}
