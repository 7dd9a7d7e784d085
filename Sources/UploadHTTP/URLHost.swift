/// The host and the port of an authority.
///
/// Source: RFC 3986, section 3.2.2, https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2
enum URLHost {
    static func parse(
        _ bytes: ArraySlice<UInt8>,
        defaultPort: UInt16
    ) throws(InvalidURLReason) -> (host: String, port: UInt16) {
        let host: ArraySlice<UInt8>
        let rest: ArraySlice<UInt8>
        if bytes.first == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { throw .invalidHost }
            host = bytes[...end]
            rest = bytes[(end + 1)...]
            guard isIPv6(host.dropFirst().dropLast()) else { throw .invalidHost }
        } else {
            let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
            host = bytes[..<colon]
            rest = bytes[colon...]
            guard !host.isEmpty else { throw .missingHost }
            guard host.allSatisfy(isHostCharacter) else { throw .invalidHost }
        }
        let text = String(decoding: host.map(\.lowercasedASCII), as: UTF8.self)
        return (text, try port(in: rest, defaultPort: defaultPort))
    }

    private static func port(
        in bytes: ArraySlice<UInt8>,
        defaultPort: UInt16
    ) throws(InvalidURLReason) -> UInt16 {
        guard let colon = bytes.first else { return defaultPort }
        guard colon == UInt8(ascii: ":") else { throw .invalidHost }
        let digits = bytes.dropFirst()
        guard !digits.isEmpty else { return defaultPort }
        guard digits.count <= 5, digits.allSatisfy({ $0.decimalDigit != nil }),
            let port = UInt16(String(decoding: digits, as: UTF8.self)), port > 0
        else { throw .invalidPort }
        return port
    }

    /// A name's characters; bytes outside of ASCII are an internationalized name, which the
    /// transport turns into its ASCII form.
    private static func isHostCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x80...: true
        case 0...0x20, 0x7F: false
        case UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
            UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"),
            UInt8(ascii: "|"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"),
            UInt8(ascii: "@"):
            false
        default: true
        }
    }

    /// Whether the text between brackets is an IPv6 address, perhaps with a zone behind `%25`.
    private static func isIPv6(_ bytes: ArraySlice<UInt8>) -> Bool {
        var address = bytes
        if let percent = bytes.firstIndex(of: UInt8(ascii: "%")) {
            let zone = bytes[(percent + 1)...]
            guard zone.starts(with: Array("25".utf8)), zone.count > 2,
                zone.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
            else { return false }
            address = bytes[..<percent]
        }
        var groupCount = 0
        if let dot = address.firstIndex(of: UInt8(ascii: ".")) {
            // An embedded IPv4 address stands for the last two groups.
            guard let colon = address[..<dot].lastIndex(of: UInt8(ascii: ":")),
                isIPv4(address[(colon + 1)...])
            else { return false }
            groupCount = 2
            let isAfterGap = address[..<colon].last == UInt8(ascii: ":")
            address = isAfterGap ? address[...colon] : address[..<colon]
        }
        let halves = halves(of: address)
        guard halves.count <= 2 else { return false }
        for half in halves where !half.isEmpty {
            for group in half.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            {
                guard (1...4).contains(group.count),
                    group.allSatisfy({ $0.hexadecimalDigit != nil })
                else { return false }
                groupCount += 1
            }
        }
        return halves.count == 2 ? groupCount <= 7 : groupCount == 8
    }

    /// The parts before and behind `::`.
    private static func halves(of bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        var rest = bytes
        while let gap = rest.indices.dropLast().first(where: {
            rest[$0] == UInt8(ascii: ":") && rest[$0 + 1] == UInt8(ascii: ":")
        }) {
            parts.append(rest[..<gap])
            rest = rest[(gap + 2)...]
        }
        parts.append(rest)
        return parts
    }

    private static func isIPv4(_ bytes: ArraySlice<UInt8>) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                (1...3).contains(part.count) && part.allSatisfy { $0.decimalDigit != nil }
                    && UInt8(String(decoding: part, as: UTF8.self)) != nil
            }
    }
}
