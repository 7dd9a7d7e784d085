import BodyStreaming

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What bodies are written to.
enum OutputKind: String, CaseIterable, Sendable {
    /// A device that takes all and keeps nothing.
    case null
    /// A new file in the folder of the benchmarks.
    case file
    /// A pipe that another process reads.
    case pipe
    /// A TCP connection to another process.
    case socket

    /// Whether another process takes the bytes, so that it depends on chance how many fit at a time.
    var hasReader: Bool { self == .pipe || self == .socket }
}

/// An open descriptor that a body is written to.
struct BenchmarkOutput {
    /// The descriptor.
    let descriptor: CInt

    private let reader: ChildProcess?

    /// Opens an output of a kind.
    init(_ kind: OutputKind, _ fixtures: Fixtures) async throws {
        switch kind {
        case .null:
            descriptor = try SmallFile.open("/dev/null", O_WRONLY)
            reader = nil
        case .file:
            descriptor = try SmallFile.open(fixtures.path("output"), O_WRONLY | O_CREAT | O_TRUNC)
            reader = nil
        case .pipe:
            let child = try ChildProcess(.drain)
            _ = try child.readLine()
            descriptor = child.input
            reader = child
        case .socket:
            descriptor = try await LoopbackSocket.connected(to: fixtures.server(.sink).port)
            reader = nil
        }
    }

    /// Closes the descriptor; whoever reads has come to the end then.
    func close() {
        if let reader { reader.endInput() } else { closeDescriptor(descriptor) }
    }
}

// The bare name stands behind another, so that the member above can have the same one.
private func closeDescriptor(_ descriptor: CInt) {
    _ = close(descriptor)
}
