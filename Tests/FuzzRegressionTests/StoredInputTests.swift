import Foundation
import FuzzProperties
import Testing

/// Every input that the fuzzers start from, and every one that has shown a fault.
@Suite struct StoredInputTests {
    @Test(arguments: FuzzTarget.allCases)
    func holdsForEveryStoredInput(_ target: FuzzTarget) throws {
        var count = 0
        for folder in ["Corpus", "Regressions"] {
            for input in try Self.inputs(in: "\(folder)/\(target.rawValue)") {
                let bytes = Array(try Data(contentsOf: input))
                do {
                    try target.check(bytes.span)
                } catch {
                    Issue.record("\(folder)/\(target)/\(input.lastPathComponent): \(error)")
                }
                count += 1
            }
        }
        #expect(count > 0, "no inputs are stored for \(target.rawValue)")
    }

    /// Beginnings of an input end in places that a mutation seldom finds.
    @Test(arguments: FuzzTarget.allCases)
    func holdsForEveryPrefixOfASeed(_ target: FuzzTarget) throws {
        for input in try Self.inputs(in: "Corpus/\(target.rawValue)") {
            let bytes = Array(try Data(contentsOf: input).prefix(300))
            for count in stride(from: 0, to: bytes.count, by: bytes.count < 100 ? 1 : 7) {
                try target.check(bytes.span.extracting(first: count))
            }
        }
    }

    @Test func everyFolderOfInputsHasATarget() throws {
        let names = Set(FuzzTarget.allCases.map(\.rawValue))
        for folder in ["Corpus", "Regressions"] {
            let found = try Self.inputs(in: folder).map(\.lastPathComponent)
            #expect(names.isSuperset(of: found), "\(found)")
        }
    }

    private static func inputs(in folder: String) throws -> [URL] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Fuzz/\(folder)")
        guard FileManager.default.fileExists(atPath: root.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(
            at: root,
            includingPropertiesForKeys: nil,
            options: .skipsHiddenFiles
        ).sorted { $0.path < $1.path }
    }
}
