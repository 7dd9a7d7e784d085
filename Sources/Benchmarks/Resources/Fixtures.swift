import BodyStreaming

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What cases need beyond their own work: files and servers, made when they are first asked for.
actor Fixtures {
    private let folder: ScratchFolder
    private var files: [String: LocalPath] = [:]
    private var images: [LocalPath] = []
    private var servers: [ServerRole: ServerProcess] = [:]
    private var terminator: Result<TLSTerminator, any Error>?

    /// Creates fixtures whose files are in `folder`.
    init(in folder: ScratchFolder) {
        self.folder = folder
    }

    /// A path in the folder that is this case's own.
    nonisolated func path(_ name: String) -> LocalPath { folder.file(name) }

    /// A file of `byteCount` bytes without redundancy.
    func file(_ byteCount: Int) throws -> LocalPath {
        let name = "file-\(byteCount)"
        if let path = files[name] { return path }
        let path = folder.file(name)
        let piece = Samples.noise(min(byteCount, 1 << 20))
        let descriptor = try SmallFile.open(path, O_WRONLY | O_CREAT | O_TRUNC)
        defer { close(descriptor) }
        var rest = byteCount
        while rest > 0 {
            let count = min(rest, piece.count)
            try SmallFile.write(
                count == piece.count ? piece : Array(piece[..<count]),
                to: descriptor
            )
            rest -= count
        }
        files[name] = path
        return path
    }

    /// At least `count` files that begin as pictures do, 8 KiB each.
    func images(_ count: Int) throws -> ArraySlice<LocalPath> {
        if images.isEmpty { _ = try folder.makeFolder("images") }
        while images.count < count {
            let sample = SampleImages.all[images.count % SampleImages.all.count]
            let path = folder.file("images/\(images.count).\(sample.name)")
            let padding = [UInt8](repeating: 0, count: 8192 - sample.bytes.count)
            try SmallFile.write(sample.bytes + padding, to: path)
            images.append(path)
        }
        return images[..<count]
    }

    /// The server of a role.
    func server(_ role: ServerRole) throws -> ServerProcess {
        if let server = servers[role] { return server }
        let server = try ServerProcess(role)
        servers[role] = server
        return server
    }

    /// The URL of what undoes TLS before the server that throws bodies away.
    func terminatedURL() throws -> String {
        let target = try server(.discard)
        let terminator =
            self.terminator
            ?? Result { try TLSTerminator(to: target.port, in: folder.makeFolder("tls")) }
        self.terminator = terminator
        return try terminator.get().url
    }

    /// Stops all servers.
    func stopServers() {
        try? terminator?.get().stop()
        for server in servers.values { server.stop() }
        terminator = nil
        servers = [:]
    }
}
