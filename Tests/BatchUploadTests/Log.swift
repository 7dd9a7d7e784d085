import Synchronization

/// A list to which any task can append.
final class Log<Element: Sendable>: Sendable {
    private let list = Mutex<[Element]>([])

    var elements: [Element] { list.withLock { $0 } }

    func append(_ element: Element) {
        list.withLock { $0.append(element) }
    }
}
