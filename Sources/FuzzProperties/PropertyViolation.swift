/// An input for which a property doesn't hold.
package struct PropertyViolation: Error, CustomStringConvertible {
    /// What is so, and should not be.
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

/// Checks one condition of a property.
///
/// - Parameters:
///   - condition: What has to hold.
///   - violation: What is so if it doesn't.
/// - Throws: ``PropertyViolation`` if `condition` is false.
func require(
    _ condition: Bool,
    _ violation: @autoclosure () -> String
) throws(PropertyViolation) {
    guard condition else { throw PropertyViolation(violation()) }
}

/// Checks that a text can be printed: it holds no control character, not even a line break.
func requirePrintable(_ text: String) throws(PropertyViolation) {
    let holdsControl = text.unicodeScalars.contains { scalar in
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }
    try require(!holdsControl, "\(text.debugDescription) can't be printed")
}
