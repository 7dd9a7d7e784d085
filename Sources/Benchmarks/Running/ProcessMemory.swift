import BodyStreaming

/// The memory of this process, as far as the system tells.
struct ProcessMemory {
    /// What is in use, in bytes.
    let residentByteCount: Int64

    /// The most that was in use since the start, or since ``startingPeak()``.
    let peakByteCount: Int64

    /// What is in use at this moment; `nil` where the system doesn't tell.
    static var current: ProcessMemory? {
        guard let bytes = try? SmallFile.read("/proc/self/status") else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        func value(_ key: String) -> Int64? {
            let fields = lines.first { $0.hasPrefix(key) }?.split { $0 == " " || $0 == "\t" }
            return (fields?.dropFirst().first).flatMap { Int64($0) }.map { $0 * 1024 }
        }
        guard let resident = value("VmRSS:"), let peak = value("VmHWM:") else { return nil }
        return ProcessMemory(residentByteCount: resident, peakByteCount: peak)
    }

    /// Makes what is in use at this moment the peak.
    ///
    /// Source: proc_pid_clear_refs(5), https://man7.org/linux/man-pages/man5/proc_pid_clear_refs.5.html
    static func startingPeak() -> ProcessMemory? {
        guard (try? SmallFile.write(Array("5".utf8), to: "/proc/self/clear_refs")) != nil else {
            return nil
        }
        return current
    }
}
