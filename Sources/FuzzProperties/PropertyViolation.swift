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
