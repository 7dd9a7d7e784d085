/// Holds items back until those that they depend on have ended.
///
/// It learns of the items one by one; an item may depend on one that comes later.
package struct DependencySchedule<Item: Sendable>: Sendable {
    /// What is to be done with items.
    package struct Release: Sendable {
        /// These can start.
        package var ready: [Item] = []
        /// These can't start any more, since the named one did not succeed.
        package var skipped: [(item: Item, because: String)] = []
    }

    /// An item is large, and a dictionary has room for up to three times as many as are in it.
    private final class Held: Sendable {
        let item: Item
        let identifier: String

        init(_ item: Item, _ identifier: String) {
            self.item = item
            self.identifier = identifier
        }
    }

    private struct Waiting {
        let held: Held
        var missingCount: Int
    }

    private var successes: [String: Bool] = [:]
    private var waiting: [Int: Waiting] = [:]
    private var nextNumber = 0

    /// The numbers of the items that wait for the one with this name, in order.
    private var waitersByIdentifier: [String: [Int]] = [:]

    /// Creates a schedule of nothing.
    package init() {}

    /// Whether the item with this name has ended with a success.
    package func hasSucceeded(_ identifier: String) -> Bool { successes[identifier] == true }

    /// How many items wait.
    package var waitingCount: Int { waiting.count }

    /// Takes note of an item.
    package mutating func admit(_ item: Item, as identifier: String, after: [String]) -> Release {
        if let failed = after.first(where: { successes[$0] == false }) {
            return skip([(item, identifier, failed)])
        }
        let missing = Set(after.filter { successes[$0] == nil })
        guard !missing.isEmpty else { return Release(ready: [item]) }
        for dependency in missing {
            waitersByIdentifier[dependency, default: []].append(nextNumber)
        }
        waiting[nextNumber] = Waiting(held: Held(item, identifier), missingCount: missing.count)
        nextNumber += 1
        return Release()
    }

    /// Takes note of the end of an item.
    package mutating func end(_ identifier: String, hasSucceeded success: Bool) -> Release {
        successes[identifier] = success
        var release = Release()
        var failed: [(Item, String, String)] = []
        for number in waitersByIdentifier.removeValue(forKey: identifier) ?? [] {
            guard let waiter = waiting[number] else { continue }
            if !success {
                waiting[number] = nil
                failed.append((waiter.held.item, waiter.held.identifier, identifier))
            } else if waiter.missingCount == 1 {
                waiting[number] = nil
                release.ready.append(waiter.held.item)
            } else {
                waiting[number]?.missingCount -= 1
            }
        }
        let skipped = skip(failed)
        release.ready += skipped.ready
        release.skipped += skipped.skipped
        return release
    }

    /// Gives up on the items that still wait, in the order in which they came.
    package mutating func giveUp() -> [Item] {
        defer {
            waiting = [:]
            waitersByIdentifier = [:]
        }
        return waiting.keys.sorted().compactMap { waiting[$0]?.held.item }
    }

    /// Skips items, and all that wait for them.
    private mutating func skip(_ items: [(Item, String, String)]) -> Release {
        var release = Release()
        var queue = items
        var position = 0
        while position < queue.count {
            let (item, identifier, because) = queue[position]
            position += 1
            release.skipped.append((item, because))
            successes[identifier] = false
            for number in waitersByIdentifier.removeValue(forKey: identifier) ?? [] {
                guard let waiter = waiting.removeValue(forKey: number) else { continue }
                queue.append((waiter.held.item, waiter.held.identifier, identifier))
            }
        }
        return release
    }
}
