/// The members of an object; one without a value is left out.
extension JSONWriter {
    /// Writes a member whose value is a string.
    package mutating func member(_ key: String, _ value: String?) {
        guard let value else { return }
        self.key(key)
        string(value)
    }

    /// Writes a member whose value is a whole number.
    package mutating func member(_ key: String, _ value: Int64?) {
        guard let value else { return }
        self.key(key)
        integer(value)
    }

    /// Writes a member whose value is a whole number.
    package mutating func member(_ key: String, _ value: Int?) {
        member(key, value.map { Int64($0) })
    }

    /// Writes a member whose value is `true` or `false`.
    package mutating func member(_ key: String, _ value: Bool?) {
        guard let value else { return }
        self.key(key)
        boolean(value)
    }

    /// Writes a member whose value is a number of seconds.
    package mutating func member(_ key: String, _ value: Duration) {
        self.key(key)
        seconds(value)
    }

    /// Writes a member whose value is an array of strings.
    package mutating func member(_ key: String, _ values: [String]) {
        self.key(key)
        array { elements in
            for value in values { elements.string(value) }
        }
    }

    /// Writes a member whose value is an object; `members` writes what is in it.
    package mutating func member(_ key: String, object members: (inout JSONWriter) -> Void) {
        self.key(key)
        object(members)
    }

    /// Writes a member whose value is JSON text already.
    package mutating func member(_ key: String, json text: String?) {
        guard let text else { return }
        self.key(key)
        json(text)
    }

    /// Writes a member whose value is a whole number, or `null` where there is none.
    package mutating func member(_ key: String, orNull value: Int64?) {
        self.key(key)
        if let value { integer(value) } else { null() }
    }
}
