import Foundation

/// The descriptors that this process holds.
package enum OpenDescriptors {
    /// How many of them are files under `directory`; tests that run beside this one don't count.
    package static func count(under directory: String) -> Int {
        let links = "/proc/self/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: links)) ?? []
        return names.count { name in
            let target = try? FileManager.default.destinationOfSymbolicLink(
                atPath: links + "/" + name
            )
            return target?.hasPrefix(directory + "/") ?? false
        }
    }
}
