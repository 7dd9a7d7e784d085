internal import Synchronization

/// Holds results back until those before them are there.
final class ResultOrder: Sendable {
    private let lines = Mutex(OrderedLines())

    /// An item follows, whose result will come.
    func expect(_ index: Int) {
        lines.withLock { $0.expect(index) }
    }

    /// Takes a result, and returns all that can be written.
    func complete(_ index: Int, _ line: [UInt8]) -> [UInt8] {
        lines.withLock { $0.complete(index, line) }
    }
}

/// Puts lines that come in any order into the order in which they were announced.
package struct OrderedLines: Sendable {
    private var expected: [Int] = []
    private var position = 0
    private var held: [Int: [UInt8]] = [:]

    /// Creates an empty order.
    package init() {}

    /// Announces a line.
    package mutating func expect(_ index: Int) {
        if position > 1024, position * 2 > expected.count {
            expected.removeSubrange(..<position)
            position = 0
        }
        expected.append(index)
    }

    /// Takes a line, and returns all lines that have become the next ones.
    package mutating func complete(_ index: Int, _ line: [UInt8]) -> [UInt8] {
        held[index] = line
        var result: [UInt8] = []
        while position < expected.count, let next = held.removeValue(forKey: expected[position]) {
            result += next
            position += 1
        }
        return result
    }
}
