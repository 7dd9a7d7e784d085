/// What is wrong with a JSON text.
package enum JSONFault: Error, Sendable, Hashable {
    /// The text is malformed at this byte, counted from its start.
    case malformed(offset: Int)
    /// The value has another type than the expected one.
    case wrongType(expected: String)
}
