/// The parts of a form in order; the parts of text fields are made as they are asked for.
public struct FormParts: Sequence, Sendable {
    let items: FormItems

    /// Returns an iterator that starts at the first part.
    public func makeIterator() -> Iterator { Iterator(items: items) }

    /// Walks through the parts of a form.
    public struct Iterator: IteratorProtocol {
        private let items: FormItems
        private var itemIndex = 0
        private var fieldIndex = 0

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
                let part = MultipartPart(
                    name: run.name(at: fieldIndex),
                    contentType: nil,
                    storedContent: .text(Array(run.value(at: fieldIndex)))
                )
                fieldIndex += 1
                if fieldIndex == run.count {
                    itemIndex += 1
                    fieldIndex = 0
                }
                return part
            }
        }
    }
}
