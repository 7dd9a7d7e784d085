#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The time as an upload sees it; tests bring their own.
package struct UploadClock: Sendable {
    /// A time that never goes back, from an arbitrary start.
    package var uptime: @Sendable () -> Duration

    /// The time since 1970.
    package var sinceEpoch: @Sendable () -> Duration

    /// Waits, or throws `CancellationError`.
    package var sleep: @Sendable (Duration) async throws -> Void

    package init(
        uptime: @escaping @Sendable () -> Duration,
        sinceEpoch: @escaping @Sendable () -> Duration,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.uptime = uptime
        self.sinceEpoch = sinceEpoch
        self.sleep = sleep
    }

    /// The machine's time.
    package static let system = UploadClock(
        uptime: { read(CLOCK_MONOTONIC) },
        sinceEpoch: { read(CLOCK_REALTIME) },
        sleep: { try await Task.sleep(for: $0, clock: .continuous) }
    )

    private static func read(_ clock: clockid_t) -> Duration {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }
}
