import BodyStreaming
import FormFieldSyntax
import TestSupport
import Testing

struct FormFieldParserTests {
    struct Row: CustomTestStringConvertible {
        var argument: String
        var content: FormFieldSpec.Content
        var type: String?
        var filename: String?
        var headers: [String] = []
        var existing: Set<LocalPath> = []
        var testDescription: String { argument }
    }

    @Test(arguments: [
        Row(argument: "a=x", content: .value("x")),
        Row(argument: "a=", content: .value("")),
        Row(argument: "a=b=c", content: .value("b=c")),
        Row(argument: "a=x;type=a/b", content: .value("x"), type: "a/b"),
        Row(argument: "a=x; TYPE=a/b", content: .value("x"), type: "a/b"),
        Row(
            argument: "a=x;type=text/plain;charset=utf-8",
            content: .value("x"),
            type: "text/plain;charset=utf-8"
        ),
        Row(
            argument: #"a=x;headers="K: V";headers="L: \"M\"""#,
            content: .value("x"),
            headers: ["K: V", #"L: "M""#]
        ),
        Row(argument: "a=@p", content: .file("p")),
        Row(argument: "a=@-", content: .file(.standardInput)),
        Row(argument: "a=<p", content: .text("p")),
        Row(argument: "a=<-", content: .text(.standardInput)),
        Row(argument: "a=@p;filename=", content: .file("p"), filename: ""),
        Row(
            argument: #"a=@p;type=image/x;filename="a;b \"c\"""#,
            content: .file("p"),
            type: "image/x",
            filename: #"a;b "c""#
        ),
        Row(argument: #"a=@"p;type=q";type=a/b"#, content: .file("p;type=q"), type: "a/b"),
        Row(argument: "a=@p;filename=x;y", content: .file("p"), filename: "x;y"),
    ])
    func curlsLanguageIsRead(_ row: Row) throws {
        try expect(row)
    }

    /// curl/curl#15202, curl/curl#2022: values were cut at `;` or `,` and sent short.
    @Test(arguments: [
        Row(argument: "name=John; Doe", content: .value("John; Doe")),
        Row(argument: #"a={"x":"1","y":"2"}"#, content: .value(#"{"x":"1","y":"2"}"#)),
        Row(argument: "a=1;2;type", content: .value("1;2;type")),
        Row(argument: "a=x;encoder=base64", content: .value("x;encoder=base64")),
        Row(argument: "a=;", content: .value(";")),
        Row(argument: "a=John; Doe;type=a/b", content: .value("John; Doe"), type: "a/b"),
        Row(argument: #"a="b" and "c""#, content: .value(#""b" and "c""#)),
        Row(argument: #"a="b"#, content: .value(#""b"#)),
        Row(argument: #"v="a;b,\"c\\""#, content: .value(#"a;b,"c\"#)),
        Row(argument: #"a="x\y";type=a/b"#, content: .value(#"x\y"#), type: "a/b"),
    ])
    func valuesStayWhole(_ row: Row) throws {
        try expect(row)
    }

    /// curl/curl#7214: a comma in a path split the argument.
    @Test(arguments: [
        Row(argument: "a=@RE,ReX.xlsx", content: .file("RE,ReX.xlsx"), existing: ["RE,ReX.xlsx"]),
        Row(argument: "a=@RE,ReX.xlsx", content: .file("RE,ReX.xlsx")),
        Row(argument: "a=@p;q.png", content: .file("p;q.png")),
        Row(argument: "a=@p;type=a/b", content: .file("p;type=a/b"), existing: ["p;type=a/b"]),
        Row(
            argument: "a=@p;type=q;type=a/b",
            content: .file("p;type=q"),
            type: "a/b",
            existing: ["p;type=q", "p"]
        ),
        Row(argument: "a=@p;type=a/b", content: .file("p"), type: "a/b", existing: ["p"]),
        Row(argument: "a=<p;type=a/b", content: .text("p;type=a/b"), existing: ["p;type=a/b"]),
    ])
    func pathsAreTakenAsFarAsAFileStandsThere(_ row: Row) throws {
        try expect(row)
    }

    /// curl/curl#2725: a parenthesis began a nested part; here it is a value.
    @Test func aParenthesisIsNothingSpecial() throws {
        try expect(Row(argument: "a=(test", content: .value("(test")))
    }

    @Test(arguments: [
        ("a", FormFieldFault.noEqualsSign),
        ("", .noEqualsSign),
        ("a=@", .emptyPath),
        ("a=<", .emptyPath),
        ("a=@;type=a/b", .emptyPath),
        ("a=x;type=a", .notAMediaType(Array("a".utf8))),
        ("a=x;type=", .notAMediaType([])),
        ("a=x;type=a/b c", .notAMediaType(Array("a/b c".utf8))),
        (#"a={"t":";type=a/b"}"#, .notAMediaType(Array(#"a/b"}"#.utf8))),
        ("a=x;type=a/b\r\nX: y", .notAMediaType(Array("a/b\r\nX: y".utf8))),
        ("a=x;type=a/b;type=c/d", .repeated("type")),
        ("a=@p;filename=x;filename=y", .repeated("filename")),
        (#"a=@"p"q"#, .unbalancedQuote(Array(#""p"q"#.utf8))),
        (#"a=@p;filename="x"#, .unbalancedQuote(Array(#""x"#.utf8))),
    ])
    func whatCannotBeReadIsRefused(_ argument: String, _ fault: FormFieldFault) {
        #expect(throws: fault) { try FormFieldParser.parse(Array(argument.utf8)) { _ in false } }
    }

    @Test func bytesThatAreNotTextStayWhatTheyAre() throws {
        let spec = try FormFieldParser.parse([0x61, 0x3D, 0x40, 0xFF, 0x3B, 0xFE]) { _ in false }
        #expect(spec.content == .file(.path(LocalPath(bytes: [0xFF, 0x3B, 0xFE]))))
    }

    /// Whatever the bytes, a value is all of what follows the name, or an attribute was asked for.
    @Test func randomArgumentsAreReadOrRefused() throws {
        var generator = SeededGenerator(seed: 7)
        let pieces = [
            "a", "=", "@", "<", ";", "\"", "\\", "type=", "filename=", "x/y", " ", ",", "-",
        ]
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...8, using: &generator)
            let argument = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }
                .joined()
            guard
                let spec = try? FormFieldParser.parse(Array(argument.utf8), exists: { _ in false })
            else { continue }
            guard case .value(let value) = spec.content, spec.type == nil, spec.filename == nil,
                !argument.contains("\"")
            else { continue }
            #expect(spec.name + Array("=".utf8) + value == Array(argument.utf8))
        }
    }

    private func expect(_ row: Row) throws {
        let spec = try FormFieldParser.parse(Array(row.argument.utf8)) { row.existing.contains($0) }
        #expect(spec.name == Array(row.argument.utf8.prefix { $0 != UInt8(ascii: "=") }))
        #expect(spec.content == row.content)
        #expect(spec.type == row.type.map { Array($0.utf8) })
        #expect(spec.filename == row.filename.map { Array($0.utf8) })
        #expect(spec.headers == row.headers.map { Array($0.utf8) })
    }
}

extension FormFieldSpec.Content {
    fileprivate static func value(_ text: String) -> Self { .value(Array(text.utf8)) }
}

extension FormFieldSpec.Source: ExpressibleByStringLiteral {
    /// Creates the source at a path.
    public init(stringLiteral value: String) {
        self = .path(LocalPath(value))
    }
}
