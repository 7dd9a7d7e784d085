/// The one owner of an open descriptor, which is closed when its owner goes away.
package struct OwnedDescriptor: ~Copyable, Sendable {
    /// The descriptor; it is open as long as this value lives.
    package let rawValue: CInt

    package init(owning rawValue: CInt) {
        self.rawValue = rawValue
    }

    deinit {
        SystemCalls.closeDescriptor(rawValue)
    }
}
