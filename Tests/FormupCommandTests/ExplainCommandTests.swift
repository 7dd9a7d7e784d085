import Foundation
import TestSupport
import Testing

struct ExplainCommandTests {
    private let directory: TemporaryDirectory
    private let formup: FormupProcess

    init() throws {
        directory = try TemporaryDirectory()
        formup = FormupProcess(folder: directory.path)
    }

    private let form = [
        "--field", "a=é", "--file", "f=a.bin", "--range", "5-99", "--field", "b=", "--boundary",
        "B",
    ]

    @Test func aLineTellsEachSegment() throws {
        _ = try directory.file("a.bin", Array(repeating: 7, count: 200))
        let outcome = try formup.run(["explain"] + form)
        #expect(
            String(decoding: outcome.output, as: UTF8.self) == """
                           0           49  framing
                          49            2  field a
                          51          109  framing
                         160           95  file a.bin 5-99
                         255           51  framing
                         306            0  field b
                         306            9  framing
                Content-Type: multipart/form-data; boundary=B
                length: 315 bytes
                replayability: always

                """
        )
        #expect(outcome.error.isEmpty)
    }

    @Test func theObjectTellsTheSame() throws {
        _ = try directory.file("a.bin", Array(repeating: 7, count: 200))
        let outcome = try formup.run(["explain", "--json"] + form)
        #expect(
            String(decoding: outcome.output, as: UTF8.self)
                == #"{"segments":[{"offset":0,"length":49,"origin":"framing"},"#
                + #"{"offset":49,"length":2,"origin":"field","name":"a"},"#
                + #"{"offset":51,"length":109,"origin":"framing"},"#
                + #"{"offset":160,"length":95,"origin":"file","name":"f","path":"a.bin","#
                + #""first":5,"last":99},"#
                + #"{"offset":255,"length":51,"origin":"framing"},"#
                + #"{"offset":306,"length":0,"origin":"field","name":"b"},"#
                + #"{"offset":306,"length":9,"origin":"framing"}],"length":315,"#
                + #""contentType":"multipart/form-data; boundary=B","replayability":"always","#
                + #""warnings":[]}"# + "\n"
        )
    }

    @Test func anyBytesOfTheBodyCanBeWritten() throws {
        _ = try directory.file("a.bin", (0..<200).map { UInt8($0) })
        let body = try formup.run(["encode"] + form).output
        for (offset, count) in [(0, 1), (48, 4), (158, 97), (250, 65), (314, 1), (315, 0)] {
            let outcome = try formup.run(
                ["explain"] + form + ["--at", "\(offset)", "--length", "\(count)"]
            )
            #expect(outcome.output == Array(body[offset..<(offset + count)]))
        }
        let rest = try formup.run(["explain"] + form + ["--at", "300"])
        #expect(rest.output == Array(body[300...]))
    }

    @Test(arguments: [
        (["--at", "316"], "316"), (["--length", "3"], "--at"), (["--at", "0", "--json"], "--json"),
    ])
    func bytesThatAreNotThereAreRefused(_ flags: [String], _ words: String) throws {
        _ = try directory.file("a.bin", Array(repeating: 7, count: 200))
        expectUsageError(try formup.run(["explain"] + form + flags), words)
    }

    @Test func bytesPastTheEndAreRefused() throws {
        let outcome = try formup.run(
            "explain",
            "-F",
            "a=b",
            "--boundary",
            "B",
            "--at",
            "50",
            "--length",
            "1000"
        )
        #expect(outcome.status == 2)
        #expect(outcome.error.contains("991 bytes before the end"), "\(outcome.error)")
    }

    @Test func aStreamHasNoLengthAndIsReadOnce() throws {
        let outcome = try formup.shell(#"printf abc | "$FORMUP" explain -F f=@- --json"#)
        let text = String(decoding: outcome.output, as: UTF8.self)
        #expect(text.contains(#""length":null,"origin":"stream","name":"f"}"#))
        #expect(text.contains(#""length":null,"contentType""#))
        #expect(text.contains(#""replayability":"once""#))
    }
}
