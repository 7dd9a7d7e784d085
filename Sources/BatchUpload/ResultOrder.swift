internal import Synchronization

/// Holds results back until those before them are there.
final class ResultOrder: Sendable {
    /// A result, and whether it goes into the results file.
    typealias Element = (line: ResultLine, isRecorded: Bool)

    private let results = Mutex(InputOrder<Element>())
    private let maximumHeldCount: Int

    init(maximumHeldCount: Int) {
        self.maximumHeldCount = max(1, maximumHeldCount)
    }

    /// Whether so many results are held back that no others should be caused.
    var isFull: Bool { results.withLock { $0.heldCount >= maximumHeldCount } }

    /// An item follows, whose result will come.
    func expect(_ index: Int) {
        results.withLock { $0.expect(index) }
    }

    /// Takes a result, and returns all that have become the next ones.
    func complete(_ line: ResultLine, isRecorded: Bool) -> [Element] {
        results.withLock { $0.complete(line.index, (line, isRecorded)) }
    }
}

/// Puts elements that come in any order into the order in which they were announced.
package struct InputOrder<Element: Sendable>: Sendable {
    private var expected: [Int] = []
    private var position = 0
    private var held: [Int: Element] = [:]

    /// Creates an empty order.
    package init() {}

    /// How many elements wait for an earlier one.
    package var heldCount: Int { held.count }

    /// Announces an element.
    package mutating func expect(_ index: Int) {
        if position > 1024, position * 2 > expected.count {
            expected.removeSubrange(..<position)
            position = 0
        }
        expected.append(index)
    }

    /// Takes an element, and returns all that have become the next ones.
    package mutating func complete(_ index: Int, _ element: Element) -> [Element] {
        held[index] = element
        var result: [Element] = []
        while position < expected.count, let next = held.removeValue(forKey: expected[position]) {
            result.append(next)
            position += 1
        }
        return result
    }
}
