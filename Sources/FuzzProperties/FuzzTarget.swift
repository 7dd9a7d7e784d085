/// A way into the package for bytes from outside, with what holds for all of them.
///
/// The raw value is the name of the fuzzer, and of its folders of inputs.
package enum FuzzTarget: String, CaseIterable, Sendable {
    case boundary = "FuzzBoundary"
    case chunkedDecoder = "FuzzChunkedDecoder"
    case contentCoding = "FuzzContentCoding"
    case contentDisposition = "FuzzContentDisposition"
    case deflater = "FuzzDeflater"
    case formField = "FuzzFormField"
    case formRoundTrip = "FuzzFormRoundTrip"
    case headerFields = "FuzzHeaderFields"
    case imageMetadata = "FuzzImageMetadata"
    case imageSniffer = "FuzzImageSniffer"
    case inflater = "FuzzInflater"
    case journalFile = "FuzzJournalFile"
    case journalLine = "FuzzJournalLine"
    case manifestLine = "FuzzManifestLine"
    case multipartParser = "FuzzMultipartParser"
    case redirect = "FuzzRedirect"
    case requestHead = "FuzzRequestHead"
    case requestURL = "FuzzRequestURL"
    case responseHead = "FuzzResponseHead"
    case responseReader = "FuzzResponseReader"
    case retry = "FuzzRetry"

    /// Checks that the properties hold for `input`.
    ///
    /// - Throws: ``PropertyViolation`` if one doesn't. What breaks a promise of the code traps.
    package func check(_ input: Span<UInt8>) throws(PropertyViolation) {
        switch self {
        case .boundary: try checkBoundary(input)
        case .chunkedDecoder: try checkChunkedDecoder(input)
        case .contentCoding: try checkContentCoding(input)
        case .contentDisposition: try checkContentDisposition(input)
        case .deflater: try checkDeflater(input)
        case .formField: try checkFormField(input)
        case .formRoundTrip: try checkFormRoundTrip(input)
        case .headerFields: try checkHeaderFields(input)
        case .imageMetadata: try checkImageMetadata(input)
        case .imageSniffer: try checkImageSniffer(input)
        case .inflater: try checkInflater(input)
        case .journalFile: try checkJournalFile(input)
        case .journalLine: try checkJournalLine(input)
        case .manifestLine: try checkManifestLine(input)
        case .multipartParser: try checkMultipartParser(input)
        case .redirect: try checkRedirect(input)
        case .requestHead: try checkRequestHead(input)
        case .requestURL: try checkRequestURL(input)
        case .responseHead: try checkResponseHead(input)
        case .responseReader: try checkResponseReader(input)
        case .retry: try checkRetry(input)
        }
    }

    /// Checks an input of libFuzzer, and traps if a property doesn't hold.
    ///
    /// - Parameters:
    ///   - start: The first byte, or `nil` if there is none.
    ///   - count: The number of bytes.
    /// - Returns: What libFuzzer wants to get: 0.
    package func run(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
        let input = unsafe UnsafeBufferPointer(start: start, count: count)
        let bytes = unsafe input.span
        do {
            try check(bytes)
        } catch {
            fatalError("\(rawValue): \(error)")
        }
        return 0
    }
}
