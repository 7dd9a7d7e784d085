package import MultipartFormData

/// A `Content-Type` that the caller wants in the place of the form's own.
///
/// It keeps what the caller wrote and always ends up with the boundary that the body has.
package struct ContentTypeOverride: Sendable, Hashable {
    /// The value as it was given.
    private let value: String

    /// The boundary in it, if there is one.
    package let boundary: Boundary?

    /// Reads a value.
    ///
    /// - Throws: A usage error if the type is not a multipart one, or if its boundary is none.
    package init(_ value: String) throws(CommandFailure) {
        let parameters = Self.parameters(of: Array(value.utf8))
        let type = String(decoding: parameters[0], as: UTF8.self).lowercased()
        guard type.hasPrefix("multipart/") else {
            throw .usage("the body is multipart/form-data; its Content-Type can't be \"\(value)\"")
        }
        self.value = value
        var boundary: Boundary?
        for parameter in parameters.dropFirst() {
            guard let text = Self.boundaryText(of: parameter) else { continue }
            guard boundary == nil else {
                throw .usage("the Content-Type \"\(value)\" has two boundaries")
            }
            boundary = try CommandFailure.catching { () throws(MultipartError) in
                try Boundary(text)
            }
        }
        self.boundary = boundary
    }

    /// The value with the boundary of the body.
    package func fieldValue(boundary: Boundary) -> String {
        self.boundary == nil ? "\(value); boundary=\(boundary.parameterValue)" : value
    }

    /// What stands between the semicolons that aren't in quotes, without the spaces around it.
    private static func parameters(of value: [UInt8]) -> [[UInt8]] {
        var parameters: [[UInt8]] = [[]]
        var isQuoted = false
        var isEscaped = false
        for byte in value {
            if byte == UInt8(ascii: ";"), !isQuoted {
                parameters.append([])
                continue
            }
            if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && !isEscaped && byte == UInt8(ascii: "\\")
            parameters[parameters.count - 1].append(byte)
        }
        return parameters.map(trimmed)
    }

    /// The value of a parameter called `boundary`, without quotes.
    private static func boundaryText(of parameter: [UInt8]) -> String? {
        let name = parameter.prefix { $0 != UInt8(ascii: "=") }
        guard name.count < parameter.count,
            String(decoding: trimmed(Array(name)), as: UTF8.self).lowercased() == "boundary"
        else { return nil }
        let value = trimmed(Array(parameter[(name.count + 1)...]))
        guard value.count >= 2, value.first == UInt8(ascii: "\""),
            value.last == UInt8(ascii: "\"")
        else { return String(decoding: value, as: UTF8.self) }
        // No character of a boundary needs a backslash; one that is there is refused as such.
        return String(decoding: value.dropFirst().dropLast(), as: UTF8.self)
    }

    private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
        let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        return Array(bytes.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}
