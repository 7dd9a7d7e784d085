#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Wakes a thread that waits for a descriptor.
package final class WakeSignal: Sendable {
    private let reading: OwnedDescriptor
    private let writing: OwnedDescriptor

    /// Creates a signal that is not raised.
    ///
    /// - Throws: The error number of `pipe(2)`.
    package init() throws(SystemCallError) {
        let ends = try SystemCalls.makePipe()
        reading = OwnedDescriptor(owning: ends.reading)
        writing = OwnedDescriptor(owning: ends.writing)
    }

    /// What is readable as long as the signal is raised.
    package var descriptor: CInt { reading.rawValue }

    /// Ends the current wait, or the next one if there is none.
    package func raise() {
        // A full pipe is a raised signal; nothing else can fail.
        let byte: [1 of UInt8] = [1]
        unsafe byte.span.withUnsafeBytes { memory in
            _ = try? unsafe SystemCalls.write(writing.rawValue, memory)
        }
    }

    /// Waits until the signal is raised, which lowers it, or `descriptor` has one of `events`.
    ///
    /// - Parameters:
    ///   - descriptor: What to wait for; `nil` waits for the signal alone.
    ///   - events: For example `POLLIN`. Errors and hang-ups always count.
    /// - Returns: Whether `descriptor` has an event.
    /// - Throws: The error number of `poll(2)`.
    func wait(for descriptor: CInt?, _ events: CInt) throws(SystemCallError) -> Bool {
        // The system leaves out requests for negative descriptors.
        var requests: [2 of pollfd] = [
            pollfd(fd: reading.rawValue, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor ?? -1, events: Int16(events), revents: 0),
        ]
        var span = requests.mutableSpan
        try SystemCalls.poll(&span)
        if requests[0].revents != 0 { lower() }
        return requests[1].revents != 0
    }

    /// Takes the signal back.
    package func lower() {
        unsafe withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { memory in
            while let count = try? unsafe SystemCalls.read(reading.rawValue, into: memory),
                count == memory.count
            {}
        }
    }
}
