/// The one owner of an open descriptor, which is closed when its owner goes away.
struct OwnedDescriptor: ~Copyable, Sendable {
    /// The descriptor; it is open as long as this value lives.
    let rawValue: CInt

    init(owning rawValue: CInt) {
        self.rawValue = rawValue
    }

    deinit {
        SystemCalls.closeDescriptor(rawValue)
    }
}
