/// The parts of a form in order; packed ones are made as they are asked for.
public struct FormParts: Sequence, Sendable {
    let items: FormItems

    /// Returns an iterator that starts at the first part.
    public func makeIterator() -> Iterator { Iterator(items: items) }

    /// Walks through the parts of a form.
    public struct Iterator: IteratorProtocol {
        private let items: FormItems
        private var itemIndex = 0

        /// The index of the next part in its run.
        private var runIndex = 0

        init(items: FormItems) {
            self.items = items
        }

        /// Returns the next part, or `nil` behind the last.
        public mutating func next() -> MultipartPart? {
            guard itemIndex < items.count else { return nil }
            switch items[itemIndex] {
            case .part(let part):
                itemIndex += 1
                return part
            case .fields(let run):
                defer { advance(inRunOf: run.count) }
                return run.part(at: runIndex)
            case .packed(let run):
                defer { advance(inRunOf: run.count) }
                return run.part(at: runIndex)
            }
        }

        private mutating func advance(inRunOf count: Int) {
            runIndex += 1
            guard runIndex == count else { return }
            itemIndex += 1
            runIndex = 0
        }
    }
}
