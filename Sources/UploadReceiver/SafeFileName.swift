/// The name under which a received file may be stored.
package enum SafeFileName {
    /// The most bytes of a name: file systems take 255, and a number may be added.
    private static let maximumByteCount = 200

    /// `filename` as one path component that is neither hidden nor leads out of its folder.
    ///
    /// Takes what stands behind the last slash or backslash, without control characters; a leading
    /// dot becomes an underscore. What is empty then is called `upload`.
    package static func make(from filename: String) -> String {
        var name = String.UnicodeScalarView()
        for scalar in filename.unicodeScalars {
            switch scalar {
            case "/", "\\": name.removeAll()
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{202A}"..."\u{202E}",
                "\u{2066}"..."\u{2069}":
                continue
            default: name.append(scalar)
            }
        }
        guard name.contains(where: { $0 != "." && $0 != " " }) else { return "upload" }
        if name.first == "." {
            name.replaceSubrange(..<name.index(after: name.startIndex), with: ["_"])
        }
        return shortened(String(name))
    }

    /// `name` with `number` before its extension, for a name that is taken.
    package static func numbered(_ name: String, _ number: Int) -> String {
        let (stem, suffix) = split(name)
        return "\(stem)-\(number)\(suffix)"
    }

    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > maximumByteCount else { return name }
        let (stem, suffix) = split(name)
        var kept = String.UnicodeScalarView()
        var byteCount = suffix.utf8.count
        for scalar in stem.unicodeScalars {
            byteCount += UTF8.width(scalar)
            guard byteCount <= maximumByteCount else { break }
            kept.append(scalar)
        }
        return String(kept) + suffix
    }

    /// `name` in front of its extension, and the extension with its dot; a long one is none.
    private static func split(_ name: String) -> (stem: Substring, suffix: Substring) {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex,
            name[dot...].utf8.count <= 16
        else { return (name[...], "") }
        return (name[..<dot], name[dot...])
    }
}
