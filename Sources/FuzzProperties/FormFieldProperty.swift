import BodyStreaming
import FormFieldSyntax

/// An argument of `-F` is read or refused; what was read is read again when it is written with
/// quotes around everything, and a value without attributes is all that stands behind the name.
func checkFormField(_ input: Span<UInt8>) throws(PropertyViolation) {
    var choices = FuzzInput([UInt8](input.extracting(last: 1)))
    let argument = [UInt8](input.extracting(droppingLast: 1))
    // The arguments of a process can't hold one.
    guard !argument.contains(0) else { return }
    let existence = choices.number(in: 0...2)
    let result = Result { () throws(FormFieldFault) in
        try FormFieldParser.parse(argument) { path in
            switch existence {
            case 0: false
            case 1: true
            default: path.bytes.count.isMultiple(of: 2)
            }
        }
    }
    switch result {
    case .success(let spec):
        try check(spec, of: argument, everyFileExists: existence == 1)
        try checkQuoted(spec)
    case .failure(let fault):
        try requirePrintable("\(fault)")
    }
}

private func check(
    _ spec: FormFieldSpec,
    of argument: [UInt8],
    everyFileExists: Bool
) throws(PropertyViolation) {
    let name = argument.prefix { $0 != UInt8(ascii: "=") }
    try require(spec.name.elementsEqual(name), "the name \(spec.name.quoted)")
    let rest = argument.dropFirst(name.count + 1)
    let hasAttributes = spec.type != nil || spec.filename != nil || !spec.headers.isEmpty
    switch spec.content {
    case .value(let value):
        guard !hasAttributes, rest.first != UInt8(ascii: "\"") else { return }
        try require(value.elementsEqual(rest), "the value \(value.quoted)")
    case .file(let source), .text(let source):
        let path = rest.dropFirst()
        guard path.first != UInt8(ascii: "\"") else { return }
        let isWhole =
            switch source {
            case .standardInput: path.elementsEqual("-".utf8)
            case .path(let found): found.bytes.elementsEqual(path)
            }
        // A path goes as far as a file stands at it, and else up to the first attribute.
        try require(isWhole || !everyFileExists, "\(source), where a file stands at all of it")
        try require(isWhole || hasAttributes, "\(source), with nothing behind it")
    }
}

/// Writes `spec` so that nothing in it is special, and reads that.
private func checkQuoted(_ spec: FormFieldSpec) throws(PropertyViolation) {
    var argument = spec.name + Array("=".utf8)
    switch spec.content {
    case .value(let value):
        argument += quoted(value)
    case .file(let source):
        argument += Array("@".utf8) + quoted(bytes(of: source))
    case .text(let source):
        argument += Array("<".utf8) + quoted(bytes(of: source))
    }
    for header in spec.headers { argument += Array("; headers=".utf8) + quoted(header) }
    if let filename = spec.filename { argument += Array(";filename=".utf8) + quoted(filename) }
    if let type = spec.type { argument += Array(";\tTYPE=".utf8) + quoted(type) }
    do {
        let read = try FormFieldParser.parse(argument) { _ in true }
        try require(read == spec, "\(spec) written as \(argument.quoted) is \(read)")
    } catch let fault as FormFieldFault {
        throw PropertyViolation("\(argument.quoted) is refused: \(fault)")
    } catch {
        throw error as? PropertyViolation ?? PropertyViolation("\(error)")
    }
}

private func bytes(of source: FormFieldSpec.Source) -> [UInt8] {
    switch source {
    case .standardInput: Array("-".utf8)
    case .path(let path): path.bytes
    }
}

private func quoted(_ bytes: [UInt8]) -> [UInt8] {
    var result = [UInt8(ascii: "\"")]
    for byte in bytes {
        if byte == 0x22 || byte == 0x5C { result.append(UInt8(ascii: "\\")) }
        result.append(byte)
    }
    return result + [UInt8(ascii: "\"")]
}
