import Foundation
import Testing

/// What holds for every file of the package.
@Suite struct FileRulesTests {
    @Test(arguments: ["Sources", "Tests"])
    func noFilePassesSixHundredLines(_ folder: String) throws {
        for file in try PackageFiles.swiftFiles(below: folder) {
            let count = file.text.split(separator: "\n", omittingEmptySubsequences: false).count
            #expect(count <= 600, "\(file.path) has \(count) lines")
        }
    }

    @Test func theTopLevelHoldsNothingElse() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: PackageFiles.root.path)
        let expected: Set = [
            "Package.swift", "Sources", "Tests", "Fuzz", "Benchmarks", "README.md", "LICENSE",
            "CHANGELOG.md",
        ]
        #expect(Set(names.filter { !$0.hasPrefix(".") }).subtracting(expected).isEmpty)
    }
}
