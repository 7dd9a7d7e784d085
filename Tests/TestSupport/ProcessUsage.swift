import Foundation

/// What this process holds of the system; of use only where nothing else runs in it.
package struct ProcessUsage: Sendable {
    package var descriptorCount: Int
    /// The memory that is in use, in bytes.
    package var residentByteCount: Int

    /// Whether a sanitizer keeps memory of its own for what the program does.
    package static var hasShadowMemory: Bool {
        ["__tsan_init", "__asan_init"].contains { (name: String) in unsafe dlsym(nil, name) != nil }
    }

    /// What is held at this moment; `nil` where the system doesn't tell.
    package static var current: ProcessUsage? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
            let kibibytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return nil }
        let descriptors = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        return ProcessUsage(
            descriptorCount: descriptors?.count ?? 0,
            residentByteCount: kibibytes * 1024
        )
    }
}
