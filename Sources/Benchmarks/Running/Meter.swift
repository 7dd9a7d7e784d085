import BenchmarkHarness
import CAllocationCounter
import CSystemCallCounter

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Measures a piece of work.
struct Meter: Sendable {
    /// Whether the peak of memory is measured, for which free memory is given back before; the work
    /// takes longer then, since it has to be had anew.
    let measuresMemory: Bool

    /// Carries out `work` and says what it took.
    func measure(_ work: () async throws -> Void) async rethrows -> Sample {
        var memory: ProcessMemory?
        if measuresMemory {
            allocation_counter_release_free_memory()
            memory = ProcessMemory.startingPeak()
        }
        let start = Reading()
        try await work()
        let end = Reading()
        var sample = Sample(end.values(since: start))
        if let memory, let peak = ProcessMemory.current?.peakByteCount {
            sample.values[.memory] = max(0, peak - memory.residentByteCount)
        }
        return sample
    }

    /// The meters of the process at one moment.
    private struct Reading {
        let allocationCount = Int64(allocation_counter_of_process())
        let systemCallCount = Int64(system_call_counter_of_process())
        let processor = Self.nanoseconds(of: CLOCK_PROCESS_CPUTIME_ID)
        let wall = Self.nanoseconds(of: CLOCK_MONOTONIC)

        func values(since start: Reading) -> [Metric: Int64] {
            var values: [Metric: Int64] = [
                .wall: wall - start.wall, .processor: processor - start.processor,
            ]
            if allocationCount >= 0 {
                values[.allocations] = allocationCount - start.allocationCount
            }
            if systemCallCount >= 0 {
                values[.systemCalls] = systemCallCount - start.systemCallCount
            }
            return values
        }

        private static func nanoseconds(of clock: clockid_t) -> Int64 {
            var time = timespec()
            unsafe clock_gettime(clock, &time)
            return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        }
    }
}
