extension Collection {
    /// How many elements stand before the first one that satisfies `predicate`.
    func offset(where predicate: (Element) -> Bool) -> Int? {
        firstIndex(where: predicate).map { distance(from: startIndex, to: $0) }
    }
}

extension Span<UInt8> {
    /// The last byte.
    var last: UInt8? { isEmpty ? nil : self[count - 1] }
}

extension [UInt8] {
    /// Copies the bytes of a span.
    package init(copying span: Span<UInt8>) {
        self = []
        reserveCapacity(span.count)
        for index in span.indices { append(span[index]) }
    }
}
