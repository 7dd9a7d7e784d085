import BodyStreaming
import Foundation
import TestSupport
import Testing

struct EncodeCommandTests {
    private let directory: TemporaryDirectory
    private let formup: FormupProcess

    init() throws {
        directory = try TemporaryDirectory()
        formup = FormupProcess(folder: directory.path)
    }

    @Test func theBodyGoesToStandardOutputAndTheTypeToStandardError() throws {
        let outcome = try formup.run(
            "encode",
            "-F",
            "a=x",
            "--field",
            "b=@y",
            "--boundary",
            "B",
            "-o",
            "-"
        )
        #expect(outcome.status == 0)
        #expect(
            String(decoding: outcome.output, as: UTF8.self) == """
                --B\r
                Content-Disposition: form-data; name="a"\r
                \r
                x\r
                --B\r
                Content-Disposition: form-data; name="b"\r
                \r
                @y\r
                --B--\r\n
                """
        )
        #expect(outcome.error == "Content-Type: multipart/form-data; boundary=B\n")
    }

    @Test func flagsBehindAFileApplyToThatFile() throws {
        _ = try directory.file("a.bin", Array("0123456789".utf8))
        let outcome = try formup.run(
            "encode",
            "--file",
            "f=a.bin",
            "--range",
            "2-4",
            "--type",
            "a/b",
            "--filename",
            "n",
            "--part-header",
            "X-P:  v ",
            "--file",
            "g=a.bin",
            "--boundary",
            "B"
        )
        #expect(
            String(decoding: outcome.output, as: UTF8.self) == """
                --B\r
                Content-Disposition: form-data; name="f"; filename="n"\r
                Content-Type: a/b\r
                X-P: v\r
                \r
                234\r
                --B\r
                Content-Disposition: form-data; name="g"; filename="a.bin"\r
                Content-Type: application/octet-stream\r
                \r
                0123456789\r
                --B--\r\n
                """
        )
    }

    /// Alamofire/Alamofire#596: a part that could not be read was left out of the form.
    @Test(arguments: [
        (["--file", "f=absent.bin"], "absent.bin"), (["-F", "f=@absent.bin"], "absent.bin"),
        (["-F", "f=<absent.bin"], "absent.bin"), (["--file", "f=."], "directory"),
        (["-F", "f=@absent,b.bin"], "a comma doesn't separate files"),
        (["--file", "f="], "no path"),
    ])
    func anInputThatCannotBeReadIsRefused(_ flags: [String], _ words: String) throws {
        let outcome = try run(["encode", "--field", "a=b"] + flags + ["-o", "out"])
        expectUsageError(outcome, words)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
    }

    /// OpenNeuroOrg/openneuro#2613: a file that could not be opened became an empty part.
    @Test(.enabled(if: getuid() != 0, "root may read any file"))
    func aFileThatMayNotBeReadIsRefused() throws {
        let path = try directory.file("locked.bin", [1])
        _ = unsafe chmod(path.string, 0)
        expectUsageError(try run(["encode", "--file", "f=locked.bin"]), "locked.bin")
    }

    /// OpenNeuroOrg/openneuro#2613, with few descriptors: files are opened one after the other.
    @Test func manyFilesNeedFewDescriptors() throws {
        _ = try directory.file("a.bin", [0x61])
        let flags = (0..<200).map { "--file f\($0)=a.bin" }.joined(separator: " ")
        let outcome = try formup.shell("ulimit -n 32; exec \"$FORMUP\" encode \(flags) -o out")
        #expect(outcome.status == 0, "\(outcome.error)")
    }

    /// postmanlabs/postman-app-support#5912: the whole local path went out as the file name.
    @Test(arguments: ["x y/secret-user/photo.bin", "./x y/../x y/secret-user/photo.bin"])
    func aLocalPathDoesNotLeak(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: directory.path + "/x y/secret-user",
            withIntermediateDirectories: true
        )
        _ = try directory.file("x y/secret-user/photo.bin", [1])
        let outcome = try run(["encode", "--file", "f=\(path)"])
        let text = String(decoding: outcome.output, as: UTF8.self)
        #expect(text.contains(#"filename="photo.bin""#))
        #expect(!text.contains("secret"))
    }

    @Test func aPathNeedNotBeText() throws {
        let outcome = try formup.shell(
            #"n="$(printf 'a\377.bin')"; printf hi > "$n"; exec "$FORMUP" encode --file "f=$n""#
        )
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(String(decoding: outcome.output, as: UTF8.self).contains("\r\n\r\nhi\r\n"))
    }

    @Test func aFileAppearsWholeOrNotAtAll() throws {
        let text = String(repeating: "x", count: 300_000)
        _ = try directory.file("a.txt", Array(text.utf8))
        _ = try directory.file("out", Array("old".utf8))
        for way in ["auto", "copy", "kernel"] {
            let outcome = try run([
                "encode", "--file", "f=a.txt", "--boundary", "B", "--via", way, "-o", "out",
                "--content-type-to", "type", "-v",
            ])
            #expect(outcome.status == 0, "\(outcome.error)")
            #expect(outcome.output.isEmpty)
            #expect(outcome.error.contains("300102 bytes"))
            #expect(try contents("out").count == 300_102)
            #expect(try contents("type") == Array("multipart/form-data; boundary=B\n".utf8))
        }
        let failed = try run([
            "encode", "--file", "f=a.txt", "--part-header", "a b: c", "-o", "out",
        ])
        expectUsageError(failed, "a b")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
                == ["a.txt", "out", "type"]
        )
        #expect(try contents("out").count == 300_102)
    }

    @Test func aSymbolicLinkStaysAndADeviceIsWrittenTo() throws {
        try FileManager.default.createSymbolicLink(
            atPath: directory.path + "/link",
            withDestinationPath: "target"
        )
        _ = try directory.file("target", [])
        #expect(try run(["encode", "-F", "a=b", "-o", "link"]).status == 0)
        #expect(try contents("target").count > 50)
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: directory.path + "/link")
                == "target"
        )
        #expect(try run(["encode", "-F", "a=b", "-o", "/dev/null"]).status == 0)
        var status = stat()
        #expect(unsafe stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    }

    @Test func outputThatCannotBeWrittenIsAnError() throws {
        expectUsageError(try run(["encode", "-F", "a=b", "-o", "absent/out"]), "absent/out")
        expectUsageError(try run(["encode", "-F", "a=b", "-o", "."]), ".")
        let full = try formup.shell(#"exec "$FORMUP" encode -F a=b -o - > /dev/full"#)
        #expect(full.status == 1)
        #expect(full.error.hasPrefix("formup: standard output: No space left on device"))
    }

    @Test func aClosedPipeEndsTheCommandWithALine() throws {
        let outcome = try formup.shell(
            """
            dd if=/dev/zero of=big bs=65536 count=64 2> /dev/null
            { "$FORMUP" encode --file f=big -o -; echo $? >&2; } | head -c 1 > /dev/null
            """
        )
        #expect(outcome.error.hasPrefix("formup: standard output: Broken pipe"))
        #expect(outcome.error.hasSuffix("\n1\n"), "\(outcome.error)")
        #expect(outcome.errorLines.count == 3)
    }

    @Test(arguments: ["INT", "TERM"])
    func aSignalLeavesNothingBehind(_ signal: String) throws {
        let outcome = try formup.shell(
            """
            mkfifo pipe
            "$FORMUP" encode --file f=pipe -o out & child=$!
            exec 4> pipe
            while ! ls -a | grep -q partial; do :; done
            kill -\(signal) $child; wait $child; echo $?; ls -a | grep -c partial
            """
        )
        #expect(String(decoding: outcome.output, as: UTF8.self) == "130\n0\n")
        #expect(outcome.error == "formup: interrupted\n")
    }

    /// curl/curl#1965: reading a field from standard input made the length unknown.
    @Test func aFieldOnAPipeHasALength() throws {
        let outcome = try formup.shell(#"printf hi | "$FORMUP" explain -F "f=<-" --boundary B"#)
        #expect(String(decoding: outcome.output, as: UTF8.self).contains("length: 60 bytes"))
    }

    @Test func aFieldOnALargePipeIsAStream() throws {
        let outcome = try formup.shell(
            """
            head -c 3000000 /dev/zero | "$FORMUP" encode -F "f=<-" --boundary B -o out
            wc -c < out
            """
        )
        let text = String(decoding: outcome.output, as: UTF8.self)
        #expect(text.contains("3000058"), "\(text) \(outcome.error)")
    }

    @Test func standardInputFromAFileStartsWhereItStands() throws {
        _ = try directory.file("in", Array("line\nrest".utf8))
        let outcome = try formup.shell(
            #"{ head -c 0; dd bs=5 count=1 of=/dev/null 2>&1; "$FORMUP" explain -F f=@-; } < in"#
        )
        #expect(
            String(decoding: outcome.output, as: UTF8.self).contains("4  file standard input 5-8")
        )
    }

    @Test func standardInputIsReadOnce() throws {
        expectUsageError(
            try run(["encode", "-F", "a=@-", "-F", "b=<-"]),
            "standard input can't be both a and b"
        )
    }

    @Test(arguments: [
        (["--boundary", ""], "boundary"), (["--boundary", "a "], "boundary"),
        (["--boundary", "a\r\nb"], "boundary"), (["--dialect", "x"], "whatwg, backslash"),
        (["--via", "x"], "auto, copy, kernel"), (["operand"], "operand"),
        (["--type", "a/b"], "--file"), (["-F", "a=b", "--range", "0-1"], "--file"),
        (["-F", "a"], "NAME=CONTENT"), (["--field", "a"], "NAME=VALUE"),
        (["-F", "a=x;type=a/b\r\nX: y"], "media type"),
        (["-F", #"a=x;headers="K: a\#rV: b""#], "K"),
        (["-F", #"a=x;headers="no colon""#], "no colon"),
        (["-F", "a=x;headers=\"Content-Length: 1\""], "Content-Length"),
    ])
    func wrongUsageIsOneLineAndStatusTwo(_ flags: [String], _ words: String) throws {
        expectUsageError(try run(["encode"] + flags), words)
    }

    @Test func aBoundaryIsProved() throws {
        _ = try directory.file("a.bin", Array("x\r\n--B\r\ny".utf8))
        let flags = ["encode", "--file", "f=a.bin", "--prove-boundary", "--boundary"]
        expectUsageError(try run(flags + ["B"]), "a.bin")
        #expect(try run(flags + ["C"]).status == 0)
    }

    @Test func nothingCommandsTheTerminal() throws {
        let outcome = try run(["encode", "--file", "f=\u{1B}[31mabsent\n\u{9B}x"])
        expectUsageError(outcome, #"\u{1B}[31mabsent\n\u{9B}x"#)
    }

    private func run(_ arguments: [String]) throws -> FormupProcess.Outcome {
        try formup.run(arguments)
    }

    private func contents(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: directory.path + "/" + name)))
    }
}

/// Expects one line on standard error that holds `words`, nothing on standard output, and status 2.
func expectUsageError(
    _ outcome: FormupProcess.Outcome,
    _ words: String,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(outcome.status == 2, "\(outcome.error)", sourceLocation: sourceLocation)
    #expect(outcome.output.isEmpty, sourceLocation: sourceLocation)
    #expect(outcome.error.hasPrefix("formup: "), sourceLocation: sourceLocation)
    #expect(outcome.errorLines.count == 2, "\(outcome.error)", sourceLocation: sourceLocation)
    #expect(outcome.error.contains(words), "\(outcome.error)", sourceLocation: sourceLocation)
}
