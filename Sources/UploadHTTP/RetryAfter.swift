/// When a server says a request may be sent again.
///
/// Source: RFC 9110, section 10.2.3, https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
package enum RetryAfter {
    /// The longest wait that is told apart from others; about 31 years.
    private static let longest = Duration.seconds(1_000_000_000)

    /// How long `value` asks to wait.
    ///
    /// - Parameters:
    ///   - value: The field's value: a number of seconds or a date.
    ///   - now: The time since 1970.
    /// - Returns: A duration that is not negative; zero for a date that has passed; `nil` if the
    ///   value is neither a whole number nor a date.
    package static func delay(_ value: String, now: Duration) -> Duration? {
        let digits = value.utf8
        if !digits.isEmpty, digits.allSatisfy({ $0.decimalDigit != nil }) {
            // More digits than fit are more seconds than anybody waits.
            return Int64(value).map { min(.seconds($0), longest) } ?? longest
        }
        guard let date = HTTPDate.parse(value, now: now.components.seconds) else { return nil }
        return min(max(.zero, .seconds(date) - now), longest)
    }
}
