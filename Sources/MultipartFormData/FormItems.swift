import BodyStreaming

/// The parts of a form in order, with small text fields and plain files packed.
///
/// Copies share their memory, so that a form and what is laid out of it hold the parts once.
struct FormItems: Sendable {
    private var closed: [FormItem] = []

    /// The text fields at the end, in place: taking them out of the array to add one would copy
    /// them each time.
    private var openFields = TextFieldRun()

    /// The files at the end, likewise; they or the text fields are empty.
    private var openFiles = FilePartRun()

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
        if let region = FilePartRun.region(of: part) { return appendFile(part, region) }
        closeFields()
        closeFiles()
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
        closeFiles()
        if !openFields.hasRoom(forByteCount: name.count + value.count) { closeFields() }
        openFields.append(name: name, value: value)
        partCount += 1
    }

    private mutating func appendFile(_ part: MultipartPart, _ region: FileRegion) {
        closeFields()
        while !openFiles.append(part, region) { closeFiles() }
        partCount += 1
    }

    private mutating func closeFields() {
        guard openFields.count > 0 else { return }
        closed.append(.fields(openFields))
        openFields = TextFieldRun()
    }

    private mutating func closeFiles() {
        guard openFiles.count > 0 else { return }
        closed.append(.files(openFiles.trimmed()))
        openFiles.removeAll()
    }
}

extension FormItems: RandomAccessCollection {
    var startIndex: Int { 0 }

    var endIndex: Int { closed.count + (openFields.count + openFiles.count > 0 ? 1 : 0) }

    subscript(index: Int) -> FormItem {
        guard index == closed.count else { return closed[index] }
        return openFields.count > 0 ? .fields(openFields) : .files(openFiles)
    }
}
