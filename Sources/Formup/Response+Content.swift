public import UploadHTTP

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Response {
    /// The content as bytes; that of a file is read into memory.
    ///
    /// - Throws: A `CocoaError` if the file can't be read.
    public func bytes() throws -> [UInt8] {
        switch body {
        case .bytes(let bytes): bytes
        case .file(let path, _): Array(try Data(contentsOf: URL(filePath: path.string)))
        }
    }

    /// The value that the content, which is JSON, stands for.
    ///
    /// - Parameters:
    ///   - type: What to make of it.
    ///   - decoder: Reads the JSON.
    /// - Returns: The value.
    /// - Throws: A `DecodingError` if the content is something else.
    public func json<Value: Decodable>(
        as type: Value.Type = Value.self,
        decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        try decoder.decode(type, from: Data(try bytes()))
    }

    /// The content as text, by the `charset` of its type: UTF-8, US-ASCII, ISO-8859-1 or
    /// windows-1252, and UTF-8 without one; bytes that can't be decoded become U+FFFD.
    ///
    /// - Throws: A `CocoaError` if the content is in a file that can't be read.
    ///
    /// Source: WHATWG Encoding, section 4.2, https://encoding.spec.whatwg.org/#names-and-labels:
    /// `iso-8859-1` and `us-ascii` are labels of windows-1252.
    public func text() throws -> String {
        let bytes = try bytes()
        switch charset {
        case "iso-8859-1", "latin1", "us-ascii", "ascii", "windows-1252":
            return String(bytes: bytes, encoding: .windowsCP1252)
                ?? String(bytes: bytes, encoding: .isoLatin1)
                ?? String(decoding: bytes, as: UTF8.self)
        default:
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// The `charset` of the content's type in small letters, if it has one.
    private var charset: String? {
        guard let type = head.fields["Content-Type"] else { return nil }
        for parameter in type.split(separator: ";").dropFirst() {
            let pair = parameter.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { continue }
            let name = pair[0].filter { $0 != " " && $0 != "\t" }.lowercased()
            guard name == "charset" else { continue }
            return pair[1].filter { $0 != "\"" && $0 != " " }.lowercased()
        }
        return nil
    }
}
