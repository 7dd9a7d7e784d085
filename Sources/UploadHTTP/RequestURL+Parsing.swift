extension RequestURL {
    /// Longer texts are refused.
    private static let maximumByteCount = 65_536

    static func parse(_ bytes: [UInt8]) throws(InvalidURLReason) -> RequestURL {
        guard bytes.count <= maximumByteCount else { throw .tooLong }
        guard !bytes.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else { throw .invalidCharacter }
        let parts = URLReference(bytes)
        guard let schemeBytes = parts.scheme else { throw .missingScheme }
        let scheme = try scheme(of: schemeBytes)
        guard let authority = parts.authority else { throw .missingHost }
        return try RequestURL(
            scheme: scheme,
            authority: authority,
            path: parts.path,
            query: parts.query
        )
    }

    /// The URL that `reference` means where this one is the base; a `Location` is such a reference.
    ///
    /// Spaces and bytes outside of ASCII, which servers send though they shouldn't, are
    /// percent-encoded. User information in the reference is dropped: a server can't hand out
    /// credentials.
    ///
    /// Source: RFC 3986, section 5.2, https://www.rfc-editor.org/rfc/rfc3986#section-5.2
    ///
    /// - Throws: ``RequestError/invalidURL(text:reason:)``.
    public func resolving(_ reference: String) throws(RequestError) -> RequestURL {
        do {
            return try resolving(Array(reference.utf8))
        } catch {
            throw .invalidURL(text: reference, reason: error)
        }
    }

    private func resolving(_ bytes: [UInt8]) throws(InvalidURLReason) -> RequestURL {
        guard bytes.count <= Self.maximumByteCount else { throw .tooLong }
        guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { throw .invalidCharacter }
        let parts = URLReference(bytes)
        let scheme = try parts.scheme.map(Self.scheme(of:)) ?? origin.scheme
        if let authority = parts.authority {
            var url = try RequestURL(
                scheme: scheme,
                authority: authority,
                path: Self.removingDotSegments(parts.path),
                query: parts.query
            )
            url.userInfo = nil
            return url
        }
        guard parts.scheme == nil else { throw .missingHost }
        var url = withoutUserInfo
        if parts.path.isEmpty {
            if let query = parts.query { url.query = Self.encoded(query) }
            return url
        }
        var merged = parts.path
        if merged.first != UInt8(ascii: "/") {
            let base = Array(path.utf8)
            let slash = base.lastIndex(of: UInt8(ascii: "/")) ?? 0
            merged = base[...slash] + merged
        }
        url.path = Self.encoded(Self.removingDotSegments(merged))
        url.query = parts.query.map(Self.encoded)
        return url
    }

    private init(
        scheme: URLScheme,
        authority: ArraySlice<UInt8>,
        path: ArraySlice<UInt8>,
        query: ArraySlice<UInt8>?
    ) throws(InvalidURLReason) {
        var hostAndPort = authority
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
            // To a browser it is a slash, behind which the host has ended.
            guard !authority.contains(UInt8(ascii: "\\")) else { throw .invalidHost }
            userInfo = String(decoding: authority[..<at], as: UTF8.self)
            hostAndPort = authority[(at + 1)...]
        }
        let (host, port) = try URLHost.parse(hostAndPort, defaultPort: scheme.defaultPort)
        origin = Origin(scheme: scheme, host: host, port: port)
        self.path = path.isEmpty ? "/" : Self.encoded(path)
        self.query = query.map(Self.encoded)
    }

    private static func scheme(
        of bytes: ArraySlice<UInt8>
    ) throws(InvalidURLReason) -> URLScheme {
        let name = String(decoding: bytes.map(\.lowercasedASCII), as: UTF8.self)
        guard let scheme = URLScheme(rawValue: name) else { throw .unsupportedScheme }
        return scheme
    }

    private static func encoded(_ bytes: some Collection<UInt8>) -> String {
        guard bytes.contains(where: { $0 <= 0x20 || $0 >= 0x7F }) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        for byte in bytes {
            if byte <= 0x20 || byte >= 0x7F {
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Source: RFC 3986, section 5.2.4, https://www.rfc-editor.org/rfc/rfc3986#section-5.2.4
    private static func removingDotSegments(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard path.first == UInt8(ascii: "/") else { return path }
        let dot = [UInt8(ascii: ".")]
        let segments = path.dropFirst().split(
            separator: UInt8(ascii: "/"),
            omittingEmptySubsequences: false
        )
        var kept: [ArraySlice<UInt8>] = []
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            if segment.elementsEqual(dot + dot) {
                _ = kept.popLast()
                if isLast { kept.append([]) }
            } else if segment.elementsEqual(dot) {
                if isLast { kept.append([]) }
            } else {
                kept.append(segment)
            }
        }
        return [UInt8(ascii: "/")] + ArraySlice(kept.joined(separator: [UInt8(ascii: "/")]))
    }
}
