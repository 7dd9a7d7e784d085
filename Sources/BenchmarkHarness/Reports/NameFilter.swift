/// Picks cases by their names.
package struct NameFilter: Sendable, Hashable {
    /// What names are looked for; a name that holds one of them is picked, and each if there are
    /// none.
    package var fragments: [String]

    /// Creates a filter.
    package init(_ fragments: [String] = []) {
        self.fragments = fragments
    }

    /// Whether the case called `name` is picked.
    package func matches(_ name: String) -> Bool {
        fragments.isEmpty || fragments.contains { name.contains($0) }
    }
}
