import UploadHTTP

extension RequestArguments {
    /// Takes a `-H`: `Name: value`; `Name;` for an empty value; `Name:` for no such field.
    ///
    /// Fields that follow from other flags set those, and fields that follow from the body are
    /// refused: a request with two framings is an attack.
    package mutating func setHeader(_ value: FlagValue) throws(CommandFailure) {
        let text = try value.text()
        let bytes = Array(text.utf8)
        let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
        let isEmptyField = colon == nil && bytes.last == UInt8(ascii: ";")
        guard colon != nil || isEmptyField else {
            // The value may be a secret.
            throw .usage("\(value.flag) takes 'NAME: VALUE'; there is no colon")
        }
        let end = colon ?? bytes.count - 1
        let name = String(decoding: bytes[..<end], as: UTF8.self)
        let content = String(decoding: bytes[(end + 1)...], as: UTF8.self)
        var field = HeaderFields()
        try CommandFailure.catching { () throws(RequestError) in try field.append(name, content) }
        let trimmed = field[name] ?? ""
        try set(name, trimmed, isRemoval: trimmed.isEmpty && !isEmptyField)
    }

    private mutating func set(
        _ name: String,
        _ value: String,
        isRemoval: Bool
    ) throws(CommandFailure) {
        switch name.lowercased() {
        case "content-length", "transfer-encoding":
            throw .usage("\(name) follows from the body and can't be set")
        case "content-type":
            guard !isRemoval else {
                throw .usage("without a Content-Type nobody can read the body")
            }
            guard contentType == nil else { throw .usage("Content-Type is there twice") }
            contentType = try ContentTypeOverride(value)
        case "expect":
            guard isRemoval || value.lowercased() == "100-continue" else {
                throw .usage("Expect can only be 100-continue")
            }
            options.expectsContinue = !isRemoval
        case "idempotency-key":
            idempotency = isRemoval ? .none : .fixed(try Self.idempotencyKey(value))
        case _ where isRemoval:
            fields.removeAll(name)
        default:
            try CommandFailure.catching { () throws(RequestError) in
                try fields.append(name, value)
            }
        }
    }

    /// The key that is written as `text`.
    static func idempotencyKey(_ text: String) throws(CommandFailure) -> IdempotencyKey {
        try CommandFailure.catching { () throws(RequestError) in try IdempotencyKey(text) }
    }
}
