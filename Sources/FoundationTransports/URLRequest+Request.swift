internal import Foundation
internal import UploadHTTP

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension URLRequest {
    /// No timer of the system runs out before those of the transfer.
    static let longestTimeout: TimeInterval = 7 * 24 * 60 * 60

    /// The request as URLSession takes it, without its body.
    ///
    /// - Throws: ``TransportError/Kind/unsupportedOption(_:)`` for what URLSession can't send.
    init(_ request: Request) throws(TransportError) {
        guard let url = URL(string: request.url.text, encodingInvalidCharacters: false) else {
            throw TransportError(.unsupportedOption("a URL that Foundation can't parse"))
        }
        guard request.body == nil || request.method != "GET" else {
            throw TransportError(.unsupportedOption("a body in a GET request"))
        }
        #if canImport(FoundationNetworking)
        guard !request.options.expectsContinue else {
            // After a 417 it would send the request again, by itself and without end.
            throw TransportError(.unsupportedOption("waiting for 100 Continue on Linux"))
        }
        #endif
        self.init(
            url: url,
            cachePolicy: .reloadIgnoringLocalCacheData,
            timeoutInterval: Self.longestTimeout
        )
        httpMethod = request.method
        setFields(of: request)
    }

    private mutating func setFields(of request: Request) {
        for field in request.fields.fields where !Request.derives(field.name) {
            // A name comes once here; what several fields of it mean is their values as a list.
            let separator = HeaderFields.isSame(field.name, "Cookie") ? "; " : ", "
            let values = [value(forHTTPHeaderField: field.name), field.value].compactMap(\.self)
            setValue(values.joined(separator: separator), forHTTPHeaderField: field.name)
        }
        if let key = request.options.idempotencyKey {
            setValue(key.value, forHTTPHeaderField: IdempotencyKey.fieldName)
        }
        if request.options.expectsContinue {
            setValue("100-continue", forHTTPHeaderField: "Expect")
        }
        // URLSession decodes by itself, and the field of what it decoded would tell a lie.
        if value(forHTTPHeaderField: "Accept-Encoding") == nil {
            setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        }
        #if canImport(FoundationNetworking)
        // Nobody asked for these, and the type it chooses is wrong.
        for name in ["Expect", "Content-Type", "Accept-Language", "User-Agent"] {
            suppressField(name)
        }
        #endif
    }
}
