import BodyStreaming
import Foundation
import Synchronization
import TestSupport
import Testing

/// `formup batch` against a server that does what a script says.
struct BatchSendingTests {
    private let directory: TemporaryDirectory
    private let formup: FormupProcess

    init() throws {
        directory = try TemporaryDirectory()
        formup = FormupProcess(folder: directory.path)
    }

    private func makeFiles(_ count: Int) throws -> [String] {
        try (0..<count).map { number in
            let name = "\(number).bin"
            _ = try directory.file(name, Array("content \(number)".utf8))
            return name
        }
    }

    private func read(_ name: String) throws -> String {
        try String(contentsOfFile: directory.path + "/" + name, encoding: .utf8)
    }

    private func permissions(of name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: directory.path + "/" + name)[
            .posixPermissions
        ] as? Int
    }

    /// Answers by the name of the file and how often that has come: the first time as told, then
    /// with 200.
    private func server(first answers: [String: Script.Step]) throws -> ScriptedServer {
        let seen = SeenNames()
        let step: Script.Step = { connection, request in
            let accept = Script.answer(200)
            guard let name = request["X-Name"], seen.insert(name), let first = answers[name] else {
                return try accept(connection, &request)
            }
            return try first(connection, &request)
        }
        return try ScriptedServer([step])
    }

    // MARK: What is told

    @Test func verboseTellsWhatHappensBehindTheIdWithoutSecrets() async throws {
        let server = try ScriptedServer(
            Script.answer(503, "", [("Retry-After", "0")]),
            Script.answer(200, "", [("Set-Cookie", "s=secret")])
        )
        defer { server.stop() }
        _ = try makeFiles(1)
        _ = try directory.file(
            "m.jsonl",
            Array(#"{"id":"one","files":[{"name":"f","path":"0.bin"}]}"#.utf8)
        )
        let outcome = try formup.run(
            "batch",
            server.url(),
            "--manifest",
            "m.jsonl",
            "-v",
            "-s",
            "-H",
            "Authorization: Bearer secret"
        )
        #expect(outcome.status == 0 && !outcome.error.contains("secret"))
        let lines = outcome.errorLines.dropLast()
        #expect(lines.allSatisfy { $0.hasPrefix("[one] ") })
        #expect(
            lines.filter { !$0.contains("Content-") && !$0.contains("again in") }.prefix(13) == [
                "[one] * 0.bin", "[one] * attempt 1", "[one] > POST \(server.url())",
                "[one] > Authorization: [redacted]", "[one] * the body is 175 bytes",
                "[one] * connected", "[one] < 503 X", "[one] < Retry-After: 0",
                "[one] * attempt 2", "[one] > POST \(server.url())",
                "[one] > Authorization: [redacted]", "[one] * the body is 175 bytes",
                "[one] * the connection is used again",
            ]
        )
        #expect(lines.contains("[one] < Set-Cookie: [redacted]"))
    }

    @Test func theResultsHoldNoQueryOfTheURL() async throws {
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        let files = try makeFiles(1)
        let url = server.url("/up?signature=secret")
        #expect(try formup.run(["batch", url, "--results", "r"] + files).status == 0)
        #expect(server.requests.first?.target == "/up?signature=secret")
        let results = try read("r")
        #expect(results.contains(server.url("/up") + "\"") && !results.contains("secret"))
    }

    // MARK: What failed, as a manifest

    @Test func failuresAreAManifestThatSendsThemAgainWithTheSameKeys() async throws {
        let server = try server(first: ["1.bin": Script.answer(400), "3.bin": Script.answer(400)])
        defer { server.stop() }
        var manifest = ""
        for name in try makeFiles(4) {
            manifest += #"{"headers":{"X-Name":"\#(name)"},"files":"#
            manifest += #"[{"name":"f","path":"\#(name)"}]}"# + "\n"
        }
        _ = try directory.file("m.jsonl", Array(manifest.utf8))
        let arguments = ["batch", server.url(), "--field", "album=x", "--manifest"]
        let first = try formup.run(arguments + ["./m.jsonl", "--failures", "f.jsonl"])
        #expect(first.status == 1)
        #expect(try permissions(of: "f.jsonl") == 0o600)
        #expect(try read("f.jsonl").split(separator: "\n").count == 2)
        // The file takes its own place, and nothing is left in it.
        let second = try formup.run(arguments + ["f.jsonl", "--failures", "f.jsonl"])
        #expect(try second.status == 0 && read("f.jsonl").isEmpty)
        await server.settle()
        let keys = Dictionary(grouping: server.requests, by: { $0["X-Name"] ?? "" })
            .mapValues { $0.map { $0["Idempotency-Key"] } }
        #expect(
            keys["1.bin"]?.count == 2 && keys["3.bin"]?.count == 2 && server.requests.count == 6
        )
        #expect(keys.values.allSatisfy { Set($0).count == 1 && $0.first != .some(nil) })
        #expect(
            server.requests.allSatisfy {
                String(decoding: $0.body, as: UTF8.self).contains("album")
            }
        )
    }

    @Test func pathsOfTheCommandLineAreFoundFromAnyFolderAndKeepTheirKeys() async throws {
        let server = try ScriptedServer(Script.answer(400), Script.answer(200))
        defer { server.stop() }
        let files = try makeFiles(1)
        let first = try formup.run(["batch", server.url(), "--failures", "f.jsonl"] + files)
        #expect(first.status == 1)
        let elsewhere = FormupProcess(folder: "/")
        let list = directory.path + "/f.jsonl"
        #expect(try elsewhere.run(["batch", server.url(), "--manifest", list]).status == 0)
        #expect(Set(server.requests.map { $0["Idempotency-Key"] }).count == 1)
        #expect(server.requests.map(\.body.count).count == 2)
    }

    @Test func aFailureWhoseNameIsNoTextIsToldInsteadOfWritten() throws {
        let script = #"""
            printf x > "$(printf 'a\377')"
            $FORMUP batch http://127.0.0.1:1/ "$(printf 'a\377')" --retry 0 --failures f.jsonl
            """#
        let outcome = try formup.shell(script)
        #expect(outcome.error.contains("a manifest can't name it"))
        #expect(try outcome.status == 75 && read("f.jsonl").isEmpty)
    }

    @Test func aFailuresFileThatCantBeMadeEndsTheBatchBeforeItBegins() async throws {
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        let files = try makeFiles(1)
        let outcome = try formup.run(["batch", server.url(), "--failures", "no/f"] + files)
        #expect(outcome.status == 2 && outcome.error.contains("no/f"))
        #expect(server.requests.isEmpty)
    }

    // MARK: Faults of others

    /// noerd-dev/noerd#169, MISP/MISP#1025: PHP drops the files beyond the twentieth of a request
    /// without a word.
    @Test func aBatchPutsOneFileIntoARequest() async throws {
        let step: Script.Step = { connection, request in
            try connection.readBody(&request)
            let parts = String(decoding: request.body, as: UTF8.self).components(
                separatedBy: "filename="
            )
            try connection.respond(parts.count - 1 <= 20 ? 200 : 413, "", [])
            return true
        }
        let server = try ScriptedServer([step])
        defer { server.stop() }
        let outcome = try formup.run(["batch", server.url(), "-s"] + makeFiles(25))
        #expect(outcome.status == 0)
        await server.settle()
        #expect(server.requests.count == 25)
        #expect(Set(server.requests.map(\.body)).count == 25)
    }

    /// tus/tus.io#93: a file changed between two runs, with its size and time or without, and the
    /// second run went on in the middle.
    @Test(arguments: [true, false]) func aFileThatChangedBetweenRunsIsNeverMixed(
        _ keepsSizeAndTime: Bool
    ) async throws {
        let old = [UInt8](repeating: UInt8(ascii: "o"), count: 400_000)
        let new = [UInt8](
            repeating: UInt8(ascii: "n"),
            count: keepsSizeAndTime ? 400_000 : 300_000
        )
        let path = try directory.file("a.bin", old).string
        let server = try ScriptedServer(Script.reset(after: 200_000), Script.answer(200))
        defer { server.stop() }
        let arguments = ["batch", server.url(), "a.bin", "--retry", "0", "--results", "r"]
        #expect(try formup.run(arguments).status != 0)
        let time = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
        try Data(new).write(to: URL(filePath: path))
        if keepsSizeAndTime, let time {
            try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
        }
        #expect(try formup.run(arguments + ["--resume"]).status == 0)
        await server.settle()
        let body = try #require(server.requests.last?.body)
        #expect(body.firstRange(of: new) != nil && body.count < new.count + 500)
    }

    /// tus/TUSKit#181: the absolute path of one run was looked for in the next one, where the
    /// folder had moved.
    @Test func aManifestAndItsFilesCanMoveBetweenRuns() async throws {
        let server = try ScriptedServer(Script.answer(400), Script.answer(200))
        defer { server.stop() }
        let manager = FileManager.default
        try manager.createDirectory(
            atPath: directory.path + "/old",
            withIntermediateDirectories: false
        )
        let manifest =
            #"{"files":[{"name":"f","path":"a.bin"}]}"#
            + "\n" + #"{"files":[{"name":"f","path":"b.bin"}]}"# + "\n"
        _ = try directory.file("old/m.jsonl", Array(manifest.utf8))
        _ = try directory.file("old/a.bin", Array("right a".utf8))
        _ = try directory.file("old/b.bin", Array("right b".utf8))
        // Files of the same names stand where the second run is.
        _ = try directory.file("a.bin", Array("wrong a".utf8))
        _ = try directory.file("b.bin", Array("wrong b".utf8))
        let flags = ["--results", directory.path + "/r", "-j", "1", "-s"]
        var there = formup
        there.folder = directory.path + "/old"
        let first = try there.run(["batch", server.url(), "--manifest", "m.jsonl"] + flags)
        #expect(first.status == 1)
        try manager.moveItem(atPath: directory.path + "/old", toPath: directory.path + "/new")
        let second = try formup.run(
            ["batch", server.url(), "--manifest", "new/m.jsonl", "--resume"] + flags
        )
        #expect(second.status == 0)
        await server.settle()
        let bodies = server.requests.map { String(decoding: $0.body, as: UTF8.self) }
        #expect(bodies.map { $0.contains("right a") } == [true, false, true])
        #expect(bodies.map { $0.contains("right b") } == [false, true, false])
    }

    /// The same as the last one, for paths that are relative to where the command runs.
    @Test func aPathFromAnotherFolderIsAnotherFile() async throws {
        let server = try ScriptedServer(Script.answer(200))
        defer { server.stop() }
        _ = try directory.file("a.bin", [1])
        try FileManager.default.createDirectory(
            atPath: directory.path + "/other",
            withIntermediateDirectories: false
        )
        _ = try directory.file("other/a.bin", [1])
        let arguments = [
            "batch", server.url(), "a.bin", "--results", directory.path + "/r", "-s", "--resume",
        ]
        #expect(try formup.run(arguments).status == 0)
        var elsewhere = formup
        elsewhere.folder = directory.path + "/other"
        #expect(try elsewhere.run(arguments).status == 0)
        #expect(try formup.run(arguments).status == 0)
        await server.settle()
        #expect(server.requests.count == 2)
        elsewhere.folder = directory.path
        try FileManager.default.removeItem(atPath: directory.path + "/a.bin")
        let missing = try elsewhere.run(arguments)
        #expect(missing.status == 1 && missing.error.contains("a.bin"))
    }
}

/// The names that have come.
private final class SeenNames: Sendable {
    private let names = Mutex<Set<String>>([])

    /// Whether the name comes for the first time.
    func insert(_ name: String) -> Bool {
        names.withLock { $0.insert(name).inserted }
    }
}
