import FormupCommand
import Testing

/// The system's parser keeps its place in global variables, so these run one after the other.
@Suite(.serialized) struct OptionScannerTests {
    private static let flags: [FlagDescription] = [
        .test("output", short: "o", .required("FILE")),
        .test("verbose", short: "v", .none),
        .test("gzip", .optional("LEVEL")),
        .test("file", .required("NAME=PATH")),
        .test("filename", .required("NAME")),
        .test("version", .none),
    ]

    struct Line: CustomTestStringConvertible {
        var arguments: [String]
        var uses: [String] = []
        var operands: [String] = []
        var testDescription: String { arguments.joined(separator: " ") }
    }

    @Test(arguments: [
        Line(arguments: ["-o", "x"], uses: ["--output x"]),
        Line(arguments: ["-ox"], uses: ["--output x"]),
        Line(arguments: ["--output=x"], uses: ["--output x"]),
        Line(arguments: ["--output="], uses: ["--output "]),
        Line(arguments: ["--output", "--verbose"], uses: ["--output --verbose"]),
        Line(arguments: ["-vvo", "x"], uses: ["--verbose", "--verbose", "--output x"]),
        Line(arguments: ["--out", "x"], uses: ["--output x"]),
        Line(arguments: ["--file", "a=b", "--filen", "c"], uses: ["--file a=b", "--filename c"]),
        Line(arguments: ["--gzip"], uses: ["--gzip"]),
        Line(arguments: ["--gzip=9", "-v"], uses: ["--gzip 9", "--verbose"]),
        Line(arguments: ["--gzip", "9"], uses: ["--gzip"], operands: ["9"]),
        Line(arguments: ["a", "-v", "b"], uses: ["--verbose"], operands: ["a", "b"]),
        Line(arguments: ["-v", "--", "-v", "a"], uses: ["--verbose"], operands: ["-v", "a"]),
        Line(arguments: ["-"], operands: ["-"]),
        Line(arguments: []),
    ])
    func flagsAreReadAsTheSystemDoes(_ line: Line) throws {
        let (uses, operands) = try Self.scan(line.arguments)
        #expect(uses == line.uses)
        #expect(operands == line.operands)
    }

    @Test(arguments: [
        (["--nonsense"], "unknown flag --nonsense"),
        (["--nonsense=1"], "unknown flag --nonsense"),
        (["-x"], "unknown flag -x"),
        (["-vx"], "unknown flag -x"),
        (["-o"], "--output needs an argument: -o, --output FILE"),
        (["--output"], "--output needs an argument: -o, --output FILE"),
        (["--verbose=1"], "--verbose takes no argument: --verbose=1"),
        (["--ver"], "--ver is ambiguous: --verbose, --version"),
    ])
    func whatIsWrongIsSaid(_ arguments: [String], _ message: String) throws {
        #expect(throws: CommandFailure.usage(message)) { try Self.scan(arguments) }
    }

    @Test func bytesThatAreNotTextArrive() throws {
        let bytes: [UInt8] = [0x61, 0xFF, 0xFE]
        var seen: [UInt8] = []
        try TestArguments([Array("formup".utf8), Array("-o".utf8), bytes]).withVector { vector in
            _ = try OptionScanner(Self.flags).scan(vector) { _, value in seen = value.bytes }
        }
        #expect(seen == bytes)
    }

    @Test func aLineCanBeScannedTwice() throws {
        let arguments = ["a", "-v", "b", "--", "-v"].map { Array($0.utf8) }
        try TestArguments([Array("formup".utf8)] + arguments).withVector { vector in
            let scanner = OptionScanner(Self.flags)
            var counts: [Int] = []
            var operands: [[[UInt8]]] = []
            for _ in 0..<2 {
                var count = 0
                let range = try scanner.scan(vector) { _, _ in count += 1 }
                counts.append(count)
                operands.append(range.map { vector[$0] })
            }
            #expect(counts == [1, 1])
            #expect(operands[0] == operands[1])
            #expect(operands[0] == ["a", "b", "-v"].map { Array($0.utf8) })
        }
    }

    @discardableResult
    private static func scan(_ arguments: [String]) throws -> (uses: [String], operands: [String]) {
        var uses: [String] = []
        var operands: [String] = []
        let bytes = (["formup"] + arguments).map { Array($0.utf8) }
        try TestArguments(bytes).withVector { vector in
            let range = try OptionScanner(flags).scan(vector) { _, value in
                let text = value.argument.map { " " + String(decoding: $0, as: UTF8.self) }
                uses.append(value.flag + (text ?? ""))
            }
            operands = range.map { String(decoding: vector[$0], as: UTF8.self) }
        }
        return (uses, operands)
    }
}

extension FlagDescription {
    fileprivate static func test(
        _ name: String,
        short: Character? = nil,
        _ argument: Argument
    ) -> FlagDescription {
        Flag<Int>(name, short: short, argument, section: "", default: "", help: "") { _, _ in }
            .description
    }
}
