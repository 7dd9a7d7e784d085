import Testing

/// The arrows between the modules, and the rule that the core does without Foundation.
@Suite struct ImportGraphTests {
    /// What each module may import, beside the standard library and the system's C library.
    static let allowed: [String: Set<String>] = [
        "BodyStreaming": ["CLinux"],
        "ImageSniffing": [],
        "ZlibCompression": ["BodyStreaming", "CZlib"],
        "MultipartFormData": ["BodyStreaming"],
        "UploadHTTP": ["BodyStreaming"],
        "TransferLoops": ["BodyStreaming", "UploadHTTP"],
        "SocketTransports": ["BodyStreaming", "UploadHTTP", "TransferLoops"],
        "CurlTransports": ["BodyStreaming", "UploadHTTP", "TransferLoops", "CCurl"],
        "FoundationTransports": [
            "BodyStreaming", "MultipartFormData", "UploadHTTP", "Foundation",
            "FoundationNetworking",
        ],
        "BatchUpload": ["BodyStreaming", "MultipartFormData", "UploadHTTP"],
        "UploadReceiver": ["BodyStreaming", "MultipartFormData"],
        "SeededRandom": [],
        "BenchmarkHarness": ["BodyStreaming", "SeededRandom"],
        "Benchmarks": [
            "BodyStreaming", "ImageSniffing", "ZlibCompression", "MultipartFormData", "UploadHTTP",
            "CurlTransports", "BatchUpload", "UploadReceiver", "Formup", "BenchmarkHarness",
            "SeededRandom", "CAllocationCounter", "CSystemCallCounter", "CGetopt",
        ],
        "FormFieldSyntax": ["BodyStreaming"],
        "FuzzProperties": [
            "BodyStreaming", "ImageSniffing", "ZlibCompression", "MultipartFormData", "UploadHTTP",
            "SocketTransports", "BatchUpload", "UploadReceiver", "FormFieldSyntax",
            "SeededRandom",
        ],
        "Formup": [
            "BodyStreaming", "ImageSniffing", "ZlibCompression", "MultipartFormData", "UploadHTTP",
            "SocketTransports", "CurlTransports", "BatchUpload", "Foundation",
            "FoundationEssentials",
        ],
        "FormupCommand": [
            "BodyStreaming", "ImageSniffing", "ZlibCompression", "MultipartFormData", "UploadHTTP",
            "CurlTransports", "BatchUpload", "UploadReceiver", "Formup", "FormFieldSyntax",
            "CGetopt", "Foundation", "FoundationEssentials",
        ],
    ]

    static let system: Set<String> = ["Glibc", "Musl", "Darwin", "Synchronization"]

    @Test(arguments: allowed.keys.sorted())
    func moduleImportsOnlyWhatTheGraphAllows(_ module: String) throws {
        let files = try PackageFiles.swiftFiles(below: "Sources/\(module)")
        #expect(!files.isEmpty)
        let permitted = try #require(Self.allowed[module]).union(Self.system)
        for file in files {
            let surplus = PackageFiles.imports(in: file.text).subtracting(permitted)
            #expect(surplus.isEmpty, "\(file.path) imports \(surplus.sorted())")
        }
    }

    @Test func everySwiftModuleHasARule() throws {
        let modules = try PackageFiles.swiftFiles(below: "Sources").map { file in
            String(file.path.split(separator: "/")[1])
        }
        #expect(Set(modules) == Set(Self.allowed.keys))
    }

    @Test func theArrowsRunOneWay() {
        var remaining = Self.allowed
        while let leaf = remaining.first(where: { $0.value.isDisjoint(with: remaining.keys) }) {
            remaining[leaf.key] = nil
        }
        #expect(remaining.isEmpty, "a cycle among \(remaining.keys.sorted())")
    }

    @Test func importsAreFoundWhateverTheirSpelling() {
        let text = """
            import A
            public import B
            @preconcurrency internal import C
            import struct D.S
            // import E
            let x = "import F"
            """
        #expect(PackageFiles.imports(in: text) == ["A", "B", "C", "D"])
    }
}
