/// Consecutive bytes of a body that are compressed on their own.
struct BodyPiece: Sendable {
    /// The bytes; never empty.
    let bytes: [UInt8]

    /// What is done with them.
    let treatment: CompressionPlan.Treatment

    /// The bytes before, as far as matches may reach back into them.
    let dictionary: [UInt8]

    /// Whether the body ends here.
    var isLast = false
}
