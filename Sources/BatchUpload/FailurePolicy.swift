/// What the failure of one item means for the others.
public enum FailurePolicy: Sendable, Hashable {
    /// Nothing: every item is carried out.
    case collectAll
    /// The batch stops: what runs is cancelled, and what has not begun is skipped.
    ///
    /// An item fails that ends in another way than ``OutcomeKind/succeeded``.
    case failFast
}
