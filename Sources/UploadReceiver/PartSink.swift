import BodyStreaming
import MultipartFormData

/// Takes the content of one part: digests it, saves it, and keeps its beginning for sniffing.
struct PartSink: ~Copyable {
    private let headers: PartHeaders
    private let options: ReceiverOptions
    private var digest: SHA256?
    private var byteCount: Int64 = 0
    private var prefix: [UInt8] = []
    private var saver: FileSaver?

    init(_ headers: PartHeaders, options: ReceiverOptions) throws(RequestFault) {
        self.headers = headers
        self.options = options
        digest = options.digestsParts ? SHA256() : nil
        guard let directory = options.saveDirectory,
            let name = headers.filename ?? (options.savesFields ? headers.name ?? "" : nil)
        else { return }
        do throws(SystemCallError) {
            saver = try FileSaver(directory: directory, filename: name)
        } catch {
            throw Self.saveFault(error)
        }
    }

    mutating func take(_ bytes: Span<UInt8>) throws(RequestFault) {
        byteCount += Int64(bytes.count)
        if let limit = options.maximumPartByteCount, byteCount > limit {
            throw RequestFault(413, "part \(headers.index) has more than \(limit) bytes")
        }
        digest?.update(bytes)
        if options.sniff != nil, headers.filename != nil {
            for index in 0..<min(bytes.count, SniffedContent.prefixByteCount - prefix.count) {
                prefix.append(bytes[index])
            }
        }
        do throws(SystemCallError) {
            try saver?.write(bytes)
        } catch {
            throw Self.saveFault(error)
        }
    }

    /// Says that the content has come as a whole.
    consuming func finish() -> ReceivedPart {
        saver?.keep()
        let path = saver?.path
        let isFile = headers.filename != nil
        let content = SniffedContent(
            prefix: prefix,
            offset: headers.contentOffset,
            byteCount: byteCount,
            savedPath: path
        )
        return ReceivedPart(
            headers: headers,
            byteCount: byteCount,
            sha256: digest?.hexadecimalDigest(),
            savedPath: path,
            image: isFile ? options.sniff?(content) : nil
        )
    }

    private static func saveFault(_ error: SystemCallError) -> RequestFault {
        RequestFault(507, "a file can't be saved: \(SystemErrorText.words(for: error.number))")
    }
}
