/// Counts how often a key came before, in about six bytes a key.
///
/// It keeps 32 bits of each key in open-addressed tables, each half as large as all before it. So
/// among a million keys one is taken for a repetition of another with a probability of about one
/// in a thousand; it gets another ordinal then, in every run over the same input the same.
package struct RepeatCounter: Sendable {
    /// One table; an empty slot is 0.
    private struct Table {
        var slots: [UInt32]
        var freeCount: Int

        init(slotCount: Int) {
            slots = [UInt32](repeating: 0, count: slotCount)
            // A tenth stays free, so that probing stays short.
            freeCount = slotCount - slotCount / 10
        }

        /// The slot that holds `mark`, or the free one where it would be.
        func slot(of mark: UInt32, near place: UInt64) -> Int {
            var index = Int(place.multipliedFullWidth(by: UInt64(slots.count)).high)
            while slots[index] != 0, slots[index] != mark {
                index += 1
                if index == slots.count { index = 0 }
            }
            return index
        }
    }

    private static let firstSlotCount = 16_384

    private var tables: [Table] = [Table(slotCount: firstSlotCount)]
    private var slotCount = firstSlotCount
    private var repeats: [ItemKey: Int] = [:]

    /// Creates a counter that has seen nothing.
    package init() {}

    /// Counts `key`, and returns how often it came before.
    package mutating func count(_ key: ItemKey) -> Int {
        let mark = UInt32(truncatingIfNeeded: key.low) | 1
        for table in tables where table.slots[table.slot(of: mark, near: key.high)] == mark {
            return repeats[key, default: 0].increment()
        }
        if tables[tables.count - 1].freeCount == 0 {
            let added = max(Self.firstSlotCount, slotCount / 2)
            tables.append(Table(slotCount: added))
            slotCount += added
        }
        let last = tables.count - 1
        let slot = tables[last].slot(of: mark, near: key.high)
        tables[last].slots[slot] = mark
        tables[last].freeCount -= 1
        return 0
    }
}

extension Int {
    fileprivate mutating func increment() -> Int {
        self += 1
        return self
    }
}
