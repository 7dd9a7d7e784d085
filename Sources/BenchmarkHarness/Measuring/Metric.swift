/// What is measured of a run.
package enum Metric: String, Sendable, Hashable, CaseIterable {
    /// The time from start to end, in nanoseconds.
    case wall
    /// The processor time of all threads, user and system, in nanoseconds.
    case processor
    /// How often memory was allocated.
    case allocations
    /// How many system calls were made on files, pipes, sockets and pollers.
    case systemCalls
    /// The most memory that was resident beyond what was at the start, in bytes.
    case memory

    /// How much worse a value may be than an earlier one: by this factor, and by this much more.
    ///
    /// `nil` for times, which are never compared but for people: the same code takes twice as long
    /// on a busy machine.
    package var tolerance: (factor: Double, slack: Int64)? {
        switch self {
        case .wall, .processor: nil
        // The concurrency runtime takes and gives back its own memory as threads happen to meet,
        // and looks at its threads in /proc once a second.
        case .allocations, .systemCalls: (1.05, 16)
        case .memory: (1.25, 4 << 20)
        }
    }

    /// The value below which growth says nothing: it is noise of the allocator or of the runtime.
    package var growthFloor: Int64 {
        switch self {
        case .wall, .processor: 1_000_000
        case .allocations, .systemCalls: 64
        case .memory: 4 << 20
        }
    }
}
