import BodyStreaming
import MultipartFormData

/// Takes the bytes of any body as they were sent, and undoes its content coding.
struct BodySink: ~Copyable {
    private let maximumByteCount: Int64?
    private var sentByteCount: Int64 = 0
    private var byteCount: Int64 = 0
    private var decoder: (any ContentDecoder)?
    private var form: FormSink?
    private var digest = SHA256()

    /// - Throws: A fault if the content coding or the type can't be read.
    init(head: RequestHead, options: ReceiverOptions) throws(RequestFault) {
        maximumByteCount = options.maximumBodyByteCount
        let codings = head.elements("content-encoding").filter { $0 != "identity" }
        if let coding = codings.first {
            guard codings.count == 1, let decoder = options.contentDecoder(coding) else {
                throw RequestFault(415, "this content coding can't be undone here")
            }
            self.decoder = decoder
        }
        let types = head.values("content-type")
        guard let type = types.first, type.lowercased().hasPrefix("multipart/") else { return }
        guard types.count == 1 else { throw RequestFault(400, "there are two Content-Type fields") }
        do throws(MultipartParserError) {
            form = FormSink(boundary: try Boundary(contentType: type), options: options)
        } catch {
            throw FormSink.fault(for: error)
        }
    }

    /// The next bytes as they were sent.
    mutating func take(_ bytes: Span<UInt8>) throws(RequestFault) {
        sentByteCount += Int64(bytes.count)
        try checkLimit(sentByteCount)
        guard var decoder = decoder.take() else { return try takeDecoded(bytes) }
        try decode { sink in try decoder.decode(bytes, emit: sink) }
        self.decoder = decoder
    }

    /// Says that the body has ended.
    mutating func finish() throws(RequestFault) {
        if var decoder = decoder.take() {
            try decode { sink in try decoder.finish(emit: sink) }
        }
        try form?.finish()
    }

    /// Writes down what has come; the digest only if that is the whole body.
    mutating func report(to request: inout ReceivedRequest, isWhole: Bool) {
        request.bodyByteCount = byteCount
        if let form = form.take() {
            request.parts = form.parts
        } else if isWhole {
            request.bodySHA256 = digest.hexadecimalDigest()
        }
    }

    private mutating func decode(
        _ run: ((Span<UInt8>) throws -> Void) throws -> Void
    ) throws(RequestFault) {
        do {
            try run { try takeDecoded($0) }
        } catch let fault as RequestFault {
            throw fault
        } catch {
            throw RequestFault(400, "the content coding can't be undone: \(error)")
        }
    }

    private mutating func takeDecoded(_ bytes: Span<UInt8>) throws(RequestFault) {
        byteCount += Int64(bytes.count)
        try checkLimit(byteCount)
        if form == nil {
            digest.update(bytes)
        } else {
            try form?.take(bytes)
        }
    }

    private func checkLimit(_ byteCount: Int64) throws(RequestFault) {
        guard let maximumByteCount, byteCount > maximumByteCount else { return }
        throw RequestFault(413, "the body has more than \(maximumByteCount) bytes")
    }
}
