import BodyStreaming
import MultipartFormData
import UploadReceiver

/// Reads a body that arrives in pieces as a receiver would, and reports each part as it ends.
struct FormInspection: ~Copyable {
    private let label: String
    private let options: ReceiverOptions
    private var decoder: (any ContentDecoder)?
    private var report: PartReport
    private var form: FormSink?

    /// The decoded bytes that came before the boundary was known.
    private var beginning: [UInt8] = []

    /// - Parameters:
    ///   - label: What messages call the body.
    ///   - boundary: The boundary; `nil` if it has to be guessed.
    ///   - decoder: Undoes the body's content coding, if it has one.
    ///   - options: What is accepted, and what is done with the parts.
    ///   - report: Where the parts are told.
    init(
        label: String,
        boundary: Boundary?,
        decoder: (any ContentDecoder)?,
        options: ReceiverOptions,
        report: PartReport
    ) {
        self.label = label
        self.options = options
        self.decoder = decoder
        self.report = report
        if let boundary { form = FormSink(boundary: boundary, options: options) }
    }

    /// The next bytes of the body.
    ///
    /// - Throws: A failure if the body is no form; the parts before are reported.
    mutating func take(_ bytes: Span<UInt8>) throws(CommandFailure) {
        guard var decoder = decoder.take() else { return try takeDecoded(bytes) }
        try decoding { take in try decoder.decode(bytes, emit: take) }
        self.decoder = decoder
    }

    /// Says that the body has ended.
    ///
    /// - Throws: As ``take(_:)``.
    mutating func finish() throws(CommandFailure) {
        if var decoder = decoder.take() {
            try decoding { take in try decoder.finish(emit: take) }
        }
        if form == nil { try guessBoundary(isWhole: true) }
        do throws(RequestFault) {
            try form?.finish()
        } catch {
            throw failure(error.message)
        }
        try report.finish()
    }

    private mutating func decoding(
        _ run: ((Span<UInt8>) throws -> Void) throws -> Void
    ) throws(CommandFailure) {
        do {
            try run { try takeDecoded($0) }
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw failure("\(error)")
        }
    }

    private mutating func takeDecoded(_ bytes: Span<UInt8>) throws(CommandFailure) {
        guard form == nil else { return try read(bytes) }
        for index in bytes.indices { beginning.append(bytes[index]) }
        try guessBoundary(isWhole: false)
    }

    private mutating func guessBoundary(isWhole: Bool) throws(CommandFailure) {
        switch BoundaryGuess(beginning, isWhole: isWhole) {
        case .needsMore: return
        case .found(let boundary):
            Diagnostics.report(
                "\(label): boundary taken from the first delimiter line: \(boundary)"
            )
            form = FormSink(boundary: boundary, options: options)
            let bytes = beginning
            beginning = []
            try read(bytes.span)
        case .bareLineFeed(let offset):
            throw failure("offset \(offset): the delimiter line ends in LF, not in CR LF")
        case .notFound:
            let count = min(beginning.count, BoundaryGuess.maximumByteCount)
            throw failure(
                "there is no delimiter line in the first \(count) bytes; --content-type can name "
                    + "the boundary"
            )
        }
    }

    private mutating func read(_ bytes: Span<UInt8>) throws(CommandFailure) {
        var fault: RequestFault?
        do throws(RequestFault) {
            try form?.take(bytes)
        } catch {
            fault = error
        }
        try report.write(form?.takeParts() ?? [])
        if let fault { throw failure(fault.message) }
    }

    private func failure(_ message: String) -> CommandFailure {
        .failure("\(label): \(message)")
    }
}
