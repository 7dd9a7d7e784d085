import BodyStreaming
import ImageSniffing
import UploadReceiver

/// Tells what the files of a form are.
struct PartSniffer: Sendable {
    /// The file that the form is in, byte for byte, if it is in one.
    let form: LocalPath?

    /// What the file's header says, as JSON text; `nil` if it is no image as far as the bytes tell.
    ///
    /// A header that goes on behind the first bytes, as that of a TIFF may, is read where the whole
    /// file is.
    func image(in content: SniffedContent) -> String? {
        let sniffer = ImageSniffer()
        var result = sniffer.sniff(prefix: content.prefix.span, byteCount: content.byteCount)
        if case .truncated = result, content.byteCount > content.prefix.count,
            let body = wholeContent(of: content)
        {
            let source = ClosureHeaderSource(byteCount: content.byteCount) {
                offset,
                output throws(BodyError) in
                guard offset < content.byteCount else { return }
                var reader = try body.reader(at: offset)
                _ = try reader.read(into: &output)
            }
            // If the file is gone by now, what the first bytes say has to do.
            result = (try? sniffer.sniff(from: source)) ?? result
        }
        guard result.format != nil else { return nil }
        return JSONWriter.object { SniffObject.write(result, to: &$0) }
    }

    private func wholeContent(of content: SniffedContent) -> Body? {
        if let path = content.savedPath { return try? Body(file: path) }
        let range = content.offset..<content.offset + content.byteCount
        return form.flatMap { try? Body(file: $0, range: range) }
    }
}
