// swift-tools-version: 6.3

import PackageDescription

let package = Package(
    name: "formup",
    platforms: [.macOS(.v26), .iOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
    products: [
        .library(name: "Formup", targets: ["Formup"]),
        .library(name: "BodyStreaming", targets: ["BodyStreaming"]),
        .library(name: "ImageSniffing", targets: ["ImageSniffing"]),
        .library(name: "ZlibCompression", targets: ["ZlibCompression"]),
        .library(name: "MultipartFormData", targets: ["MultipartFormData"]),
        .library(name: "UploadHTTP", targets: ["UploadHTTP"]),
        .library(name: "SocketTransports", targets: ["SocketTransports"]),
        .library(name: "CurlTransports", targets: ["CurlTransports"]),
        .library(name: "FoundationTransports", targets: ["FoundationTransports"]),
        .library(name: "BatchUpload", targets: ["BatchUpload"]),
        .library(name: "UploadReceiver", targets: ["UploadReceiver"]),
        .executable(name: "formup", targets: ["FormupCommand"]),
        .executable(name: "formup-bench", targets: ["Benchmarks"]),
    ],
    targets: [
        // The core: no Foundation.
        .target(name: "BodyStreaming", dependencies: ["CLinux"]),
        .target(name: "ImageSniffing"),
        .target(name: "ZlibCompression", dependencies: ["BodyStreaming", "CZlib"]),
        .target(name: "MultipartFormData", dependencies: ["BodyStreaming"]),
        .target(name: "UploadHTTP", dependencies: ["BodyStreaming"]),
        .target(name: "BatchUpload", dependencies: ["BodyStreaming", "MultipartFormData", "UploadHTTP"]),

        .systemLibrary(name: "CLinux"),

        // What carries the bytes.
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "CCurl"),
        .target(name: "TransferLoops", dependencies: ["BodyStreaming", "UploadHTTP"]),
        .target(
            name: "SocketTransports",
            dependencies: ["BodyStreaming", "UploadHTTP", "TransferLoops"]
        ),
        .target(
            name: "CurlTransports",
            dependencies: ["BodyStreaming", "UploadHTTP", "TransferLoops", "CCurl"]
        ),
        .target(
            name: "FoundationTransports",
            dependencies: ["BodyStreaming", "MultipartFormData", "UploadHTTP"]
        ),
        .target(name: "UploadReceiver", dependencies: ["BodyStreaming", "MultipartFormData"]),

        // The front door, and the command behind it.
        .systemLibrary(name: "CGetopt"),
        .target(
            name: "Formup",
            dependencies: [
                "BodyStreaming", "ImageSniffing", "ZlibCompression", "MultipartFormData", "UploadHTTP",
                "SocketTransports", "CurlTransports", "BatchUpload",
            ]
        ),
        .target(name: "FormFieldSyntax", dependencies: ["BodyStreaming"]),
        .executableTarget(
            name: "FormupCommand",
            dependencies: [
                "BodyStreaming", "ImageSniffing", "ZlibCompression", "MultipartFormData", "UploadHTTP",
                "CurlTransports", "BatchUpload", "UploadReceiver", "Formup", "FormFieldSyntax",
                "CGetopt",
            ]
        ),

        // Numbers that are the same on every run, for what follows.
        .target(name: "SeededRandom"),

        // What all of it costs. The counters stand in front of the C library, so nothing that people
        // link may depend on them.
        .target(name: "CAllocationCounter"),
        .target(name: "CSystemCallCounter"),
        .target(name: "BenchmarkHarness", dependencies: ["BodyStreaming", "SeededRandom"]),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "BodyStreaming", "ImageSniffing", "ZlibCompression", "MultipartFormData", "UploadHTTP",
                "CurlTransports", "BatchUpload", "UploadReceiver", "Formup", "BenchmarkHarness",
                "SeededRandom", "CAllocationCounter", "CSystemCallCounter", "CGetopt",
            ]
        ),
        .testTarget(
            name: "BenchmarksTests",
            dependencies: ["BodyStreaming", "BenchmarkHarness", "SeededRandom"]
        ),

        // What holds for any bytes from outside: the fuzzers and the tests check it.
        .target(
            name: "FuzzProperties",
            dependencies: [
                "BodyStreaming", "ImageSniffing", "ZlibCompression", "MultipartFormData", "UploadHTTP",
                "SocketTransports", "BatchUpload", "UploadReceiver", "FormFieldSyntax",
                "SeededRandom",
            ]
        ),
        .testTarget(name: "FuzzRegressionTests", dependencies: ["FuzzProperties"]),

        .target(
            name: "TestSupport",
            dependencies: ["BodyStreaming", "UploadHTTP", "SeededRandom"],
            path: "Tests/TestSupport"
        ),
        .testTarget(
            name: "BodyStreamingTests",
            dependencies: ["BodyStreaming", "CAllocationCounter", "TestSupport"]
        ),
        .testTarget(name: "ImageSniffingTests", dependencies: ["ImageSniffing", "TestSupport"]),
        .testTarget(
            name: "ZlibCompressionTests",
            dependencies: ["BodyStreaming", "ZlibCompression", "TestSupport"]
        ),
        .testTarget(
            name: "MultipartFormDataTests",
            dependencies: ["BodyStreaming", "FuzzProperties", "MultipartFormData", "TestSupport"]
        ),
        .testTarget(
            name: "UploadHTTPTests",
            dependencies: ["BodyStreaming", "UploadHTTP", "TestSupport"]
        ),
        .testTarget(
            name: "TransportTests",
            dependencies: [
                "BodyStreaming", "MultipartFormData", "UploadHTTP", "SocketTransports",
                "CurlTransports", "TestSupport",
            ]
        ),
        .testTarget(
            name: "SocketTransportsTests",
            dependencies: ["BodyStreaming", "UploadHTTP", "SocketTransports", "TestSupport"]
        ),
        .testTarget(
            name: "CurlTransportsTests",
            dependencies: ["BodyStreaming", "UploadHTTP", "CurlTransports", "TestSupport"]
        ),
        .testTarget(
            name: "FoundationTransportsTests",
            dependencies: [
                "BodyStreaming", "MultipartFormData", "UploadHTTP", "FoundationTransports", "TestSupport",
            ]
        ),
        .testTarget(
            name: "BatchUploadTests",
            dependencies: [
                "BodyStreaming", "MultipartFormData", "UploadHTTP", "BatchUpload", "TestSupport",
            ]
        ),
        .testTarget(
            name: "UploadReceiverTests",
            dependencies: [
                "BodyStreaming", "FuzzProperties", "MultipartFormData", "UploadReceiver", "TestSupport",
            ]
        ),
        .testTarget(name: "FormupTests", dependencies: ["Formup", "TestSupport"]),
        .testTarget(
            name: "FormFieldSyntaxTests",
            dependencies: ["BodyStreaming", "FormFieldSyntax", "TestSupport"]
        ),
        .testTarget(
            name: "FormupCommandTests",
            dependencies: ["FormupCommand", "ZlibCompression", "TestSupport"]
        ),
        .executableTarget(
            name: "CoreLinkage",
            dependencies: [
                "BodyStreaming", "ImageSniffing", "ZlibCompression", "MultipartFormData", "UploadHTTP",
                "BatchUpload",
            ],
            path: "Tests/CoreLinkage"
        ),
        .testTarget(name: "PackageRulesTests", dependencies: ["CoreLinkage"]),
    ],
    swiftLanguageModes: [.v6]
)

// libFuzzer brings its own `main`, so these link only as `Fuzz/run` builds them; all but `RandomForms`.
if Context.environment["FORMUP_FUZZ"] != nil {
    for name in [
        "FuzzBoundary", "FuzzChunkedDecoder", "FuzzContentCoding", "FuzzContentDisposition",
        "FuzzDeflater", "FuzzFormField", "FuzzFormRoundTrip", "FuzzHeaderFields", "FuzzImageMetadata",
        "FuzzImageSniffer", "FuzzInflater", "FuzzJournalFile", "FuzzJournalLine", "FuzzManifestLine",
        "FuzzMultipartParser", "FuzzRedirect", "FuzzRequestHead", "FuzzRequestURL", "FuzzResponseHead",
        "FuzzResponseReader", "FuzzRetry", "RandomForms",
    ] {
        package.targets.append(
            .executableTarget(name: name, dependencies: ["FuzzProperties"], path: "Fuzz/\(name)")
        )
    }
}

let targetsInC: Set = ["CCurl", "CAllocationCounter", "CSystemCallCounter"]
for target in package.targets where target.type != .system && !targetsInC.contains(target.name) {
    target.swiftSettings = [
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
    ]
}
