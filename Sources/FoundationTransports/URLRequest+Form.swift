internal import BodyStreaming
public import Foundation
public import MultipartFormData

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLRequest {
    /// Up to this size a form that is in memory becomes data instead of a stream.
    private static let dataByteCountLimit: Int64 = 64 * 1024

    /// Creates a request that sends a form: `POST`, with its `Content-Type` and its exact
    /// `Content-Length` if that is known.
    ///
    /// A form of at most 64 KiB that is in memory is in `httpBody`; others are in `httpBodyStream`,
    /// read as they are sent, so that memory doesn't grow with the files. A stream can be read once:
    /// a session that must send it again asks its delegate in
    /// `urlSession(_:task:needNewBodyStream:)`, which answers with another ``BodyInputStream`` over
    /// the body of the same form.
    ///
    /// A form with a ``BodyStream`` is refused: the system reads on a queue that serves other
    /// requests as well, on Linux those of all sessions, and a read that waits holds them up. Write
    /// it with `MultipartForm.write(toFile:)` and send the file.
    ///
    /// On Linux the request also has the field `Transfer-Encoding` with a value of one space, which
    /// isn't sent: without it URLSession would send the stream's framing beside the length.
    ///
    /// - Parameters:
    ///   - form: What to send.
    ///   - url: Where to.
    /// - Throws: ``FormBridgeError/form(_:)``, ``FormBridgeError/stream(label:)``.
    public init(form: MultipartForm, url: URL) throws(FormBridgeError) {
        self.init(url: url)
        httpMethod = "POST"
        setValue(form.contentType, forHTTPHeaderField: "Content-Type")
        let body: Body
        do {
            body = try form.body()
        } catch {
            throw .form(error)
        }
        if let label = body.streamLabel { throw .stream(label: label) }
        do throws(BodyError) {
            if let data = try body.smallData(limit: Self.dataByteCountLimit) {
                setValue("\(data.count)", forHTTPHeaderField: "Content-Length")
                httpBody = data
            } else {
                if let length = body.length { setFraming(byteCount: length) }
                httpBodyStream = try BodyInputStream(body)
            }
        } catch {
            throw .body(error)
        }
    }

    /// Frames a stream by its length.
    mutating func setFraming(byteCount: Int64) {
        setValue("\(byteCount)", forHTTPHeaderField: "Content-Length")
        #if canImport(FoundationNetworking)
        suppressField("Transfer-Encoding")
        #endif
    }

    #if canImport(FoundationNetworking)
    /// Keeps the system from adding a field of this name, unless there is one.
    ///
    /// libcurl, which carries the request, takes a field without a value for one that the caller
    /// doesn't want, and a space is no value to it, though it is one to URLSession.
    mutating func suppressField(_ name: String) {
        if value(forHTTPHeaderField: name) == nil { setValue(" ", forHTTPHeaderField: name) }
    }
    #endif
}

extension Body {
    /// All bytes, if they are in memory and not many.
    fileprivate func smallData(limit: Int64) throws(BodyError) -> Data? {
        guard let length, length <= limit else { return nil }
        for segment in segments {
            switch segment {
            case .bytes, .generated: continue
            default: return nil
            }
        }
        let input = try BodyInput(self)
        var bytes = [UInt8](repeating: 0, count: Int(length))
        var count = 0
        while count < bytes.count {
            let start = count
            count += try unsafe bytes.withUnsafeMutableBufferPointer {
                buffer throws(BodyError) in
                try unsafe input.read(into: UnsafeMutableBufferPointer(rebasing: buffer[start...]))
            }
        }
        return Data(bytes)
    }
}
