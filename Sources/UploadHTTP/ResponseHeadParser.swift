/// Reads the heads of responses line by line, the informational ones too.
package struct ResponseHeadParser: Sendable {
    /// What a line completed.
    package enum Event: Equatable, Sendable {
        /// Nothing yet.
        case none
        /// A head of 100 to 199.
        case informational(ResponseHead)
        /// The head of the final response.
        case final(ResponseHead)
        /// A field behind the content, or a line that belongs to no head.
        case trailer
    }

    private var head: ResponseHead?

    /// The final head, as soon as it is complete.
    package private(set) var finalHead: ResponseHead?

    /// The fields behind the content.
    package private(set) var trailers = HeaderFields()

    /// The bytes of all heads together.
    package private(set) var byteCount = 0

    /// Whether the next line is to be a status line.
    package var isBetweenHeads: Bool { head == nil && finalHead == nil }

    package init() {}

    /// Takes the next line, with or without its line break.
    package mutating func take(_ line: Span<UInt8>) -> Event {
        byteCount = byteCount.addingReportingOverflow(line.count).partialValue
        var text = line
        while let last = text.last, last == 0x0A || last == 0x0D {
            text = text.extracting(droppingLast: 1)
        }
        if let status = Self.statusLine(text) {
            head = status
            finalHead = nil
            return .none
        }
        guard head != nil else {
            if finalHead != nil, !text.isEmpty { trailers.append(receivedLine: text) }
            return .trailer
        }
        guard text.isEmpty, let complete = head.take() else {
            // In place: a copy would make each line cost all lines before it.
            head?.fields.append(receivedLine: text)
            return .none
        }
        if complete.isInformational { return .informational(complete) }
        finalHead = complete
        return .final(complete)
    }

    /// Source: RFC 9112, section 4, https://www.rfc-editor.org/rfc/rfc9112#section-4
    package static func statusLine(_ line: Span<UInt8>) -> ResponseHead? {
        let prefix: [5 of UInt8] = [
            UInt8(ascii: "H"), UInt8(ascii: "T"), UInt8(ascii: "T"), UInt8(ascii: "P"),
            UInt8(ascii: "/"),
        ]
        guard line.count >= prefix.count, prefix.indices.allSatisfy({ line[$0] == prefix[$0] })
        else { return nil }
        guard let space = line.indices.first(where: { line[$0] == UInt8(ascii: " ") }) else {
            return nil
        }
        var status = 0
        let rest = line.extracting((space + 1)...)
        guard rest.count >= 3 else { return nil }
        for index in 0..<3 {
            guard let digit = rest[index].decimalDigit else { return nil }
            status = status * 10 + digit
        }
        guard status >= 100, rest.count == 3 || rest[3] == UInt8(ascii: " ") else { return nil }
        let reason = rest.extracting(min(4, rest.count)...)
        return ResponseHead(status: status, reason: String(decoding: reason))
    }
}
