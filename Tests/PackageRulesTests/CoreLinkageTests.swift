import Foundation
import Testing

/// What a program loads that links the core and nothing else.
@Suite struct CoreLinkageTests {
    #if os(Linux)
    @Test func theCoreLoadsNeitherFoundationNorLibcurl() throws {
        let program = try #require(Self.program, "CoreLinkage is not beside the test bundle")
        let process = Process()
        let output = Pipe()
        process.executableURL = program
        process.standardOutput = output
        try process.run()
        let data = try #require(try output.fileHandleForReading.readToEnd())
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let loaded = String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap {
            line in
            line.split(separator: "/").last.map(String.init)
        }
        #expect(loaded.contains { $0.hasPrefix("libswiftCore") }, "nothing was read: \(loaded)")
        for library in loaded {
            #expect(!library.contains("Foundation") && !library.hasPrefix("libcurl"))
        }
    }

    private static var program: URL? {
        let beside =
            Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
            + [URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()]
        return beside.map { $0.appending(path: "CoreLinkage") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
    #endif
}
