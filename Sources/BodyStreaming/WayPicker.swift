/// Decides for each run of a file's bytes whether the kernel moves them or the buffer does.
///
/// Which is cheaper on a socket depends on how the page cache holds the file, so both are tried on
/// the first bytes, in turns, and the dearer one is tried again now and then, in case the rest of
/// the file is held in another way. Pure: it gets the costs from its caller.
package struct WayPicker {
    /// Who moves the bytes.
    package enum Way: Sendable {
        case kernel
        case copy
    }

    /// How many bytes one trial of a way takes.
    package static let trialByteCount: Int64 = 4 << 20

    /// How many bytes are moved between two trials of the dearer way.
    package static let settledByteCount: Int64 = 512 << 20

    /// How many of the last bytes a settled way's cost is taken from, at most.
    private static let rememberedByteCount: Int64 = 128 << 20

    /// Whose turn it is.
    package private(set) var way: Way

    private enum Plan {
        case fixed
        /// Trials in turns; this many are still to come.
        case comparing(Int)
        /// The cheaper way runs.
        case settled
        /// One trial of the dearer way.
        case retrying
    }

    private struct Cost {
        var byteCount: Int64 = 0
        var nanoseconds: Int64 = 0

        /// Nanoseconds a byte.
        var rate: Double { Double(nanoseconds) / Double(max(byteCount, 1)) }
    }

    private var plan: Plan
    private var kernelCost = Cost()
    private var copyCost = Cost()

    /// How many bytes the current trial or settled run has moved.
    private var progress: Int64 = 0

    /// Creates a picker that stays with one way.
    package init(always way: Way) {
        self.way = way
        plan = .fixed
    }

    /// Creates a picker that tries both ways twice and goes on with the cheaper one.
    package init() {
        way = .kernel
        plan = .comparing(4)
    }

    /// Whether costs make a difference.
    package var isMeasuring: Bool {
        if case .fixed = plan { false } else { true }
    }

    /// Stays with the buffer from here on, since the kernel refused.
    package mutating func giveUpKernel() {
        self = WayPicker(always: .copy)
    }

    /// Takes note of what it cost to move bytes of a file the current ``way``.
    package mutating func record(byteCount: Int, nanoseconds: Int64) {
        guard isMeasuring else { return }
        progress += Int64(byteCount)
        if case .settled = plan { halveCost(of: way) }
        add(Cost(byteCount: Int64(byteCount), nanoseconds: nanoseconds), to: way)
        switch plan {
        case .fixed:
            break
        case .comparing(let turns) where progress >= Self.trialByteCount:
            progress = 0
            plan = .comparing(turns - 1)
            if turns > 1 { way = other(way) } else { settle() }
        case .settled where progress >= Self.settledByteCount:
            progress = 0
            way = other(way)
            reset(way)
            plan = .retrying
        case .retrying where progress >= Self.trialByteCount:
            progress = 0
            // A single trial has to be clearly better: costs vary with what else the machine does.
            if rate(of: way) * 1.2 > rate(of: other(way)) { way = other(way) }
            plan = .settled
        case .comparing, .settled, .retrying:
            break
        }
    }

    private mutating func settle() {
        way = kernelCost.rate <= copyCost.rate ? .kernel : .copy
        plan = .settled
    }

    private func rate(of way: Way) -> Double {
        way == .kernel ? kernelCost.rate : copyCost.rate
    }

    private func other(_ way: Way) -> Way { way == .kernel ? .copy : .kernel }

    private mutating func add(_ cost: Cost, to way: Way) {
        withCost(of: way) {
            $0.byteCount += cost.byteCount
            $0.nanoseconds += cost.nanoseconds
        }
    }

    private mutating func halveCost(of way: Way) {
        withCost(of: way) {
            guard $0.byteCount > Self.rememberedByteCount else { return }
            $0.byteCount /= 2
            $0.nanoseconds /= 2
        }
    }

    private mutating func reset(_ way: Way) {
        withCost(of: way) { $0 = Cost() }
    }

    private mutating func withCost(of way: Way, _ body: (inout Cost) -> Void) {
        switch way {
        case .kernel: body(&kernelCost)
        case .copy: body(&copyCost)
        }
    }
}
