internal import BodyStreaming
internal import CCurl
internal import TransferLoops
internal import UploadHTTP

extension CurlTransfer {
    /// The least that libcurl takes.
    private static let leastBufferByteCount = 16 * 1024

    /// What a core's own cache still holds when it is sent: 1 GiB costs a tenth less CPU than with
    /// 2 MiB at a time, and a quarter less than with 64 KiB.
    private static let mostBufferByteCount = 512 * 1024

    /// The same for TLS, which reads and writes what it encrypts; each record is 16 KiB whatever the
    /// buffer is.
    private static let mostEncryptedBufferByteCount = 256 * 1024

    /// Sets all that libcurl must know on a fresh handle.
    func prepare(_ handle: CurlHandle) {
        setCallbacks(handle)
        handle.set(CURLOPT_NOSIGNAL, true)
        handle.set(CURLOPT_PATH_AS_IS, true)
        handle.set(CURLOPT_URL, request.url.text)
        setMethodAndLength(handle)
        setFields(handle)
        let connect = request.options.timers.connect ?? .seconds(24 * 60 * 60)
        handle.set(CURLOPT_CONNECTTIMEOUT_MS, max(1, connect.milliseconds))
        setConnection(handle)
        setTLS(handle)
    }

    private func setCallbacks(_ handle: CurlHandle) {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe handle.set(CURLOPT_READDATA, context: context)
        unsafe handle.set(CURLOPT_SEEKDATA, context: context)
        unsafe handle.set(CURLOPT_WRITEDATA, context: context)
        unsafe handle.set(CURLOPT_HEADERDATA, context: context)
        unsafe handle.set(CURLOPT_PREREQDATA, context: context)
        // Connections outlive the transfer, but not the loop.
        let owner = unsafe Unmanaged.passUnretained(loop).toOpaque()
        unsafe handle.set(CURLOPT_OPENSOCKETDATA, context: owner)
        unsafe handle.set(CURLOPT_CLOSESOCKETDATA, context: owner)
        CurlCallbacks.install(on: handle)
    }

    private func setMethodAndLength(_ handle: CurlHandle) {
        if let body {
            handle.set(CURLOPT_UPLOAD, true)
            handle.set(CURLOPT_INFILESIZE_LARGE, offset: body.length ?? -1)
            handle.set(CURLOPT_UPLOAD_BUFFERSIZE, bufferByteCount(for: body))
        } else if request.method == "HEAD" {
            handle.set(CURLOPT_NOBODY, true)
        } else {
            handle.set(CURLOPT_HTTPGET, true)
        }
        handle.set(CURLOPT_CUSTOMREQUEST, request.method)
    }

    private func bufferByteCount(for body: Body) -> Int {
        let most =
            request.url.origin.scheme == .https
            ? Self.mostEncryptedBufferByteCount : Self.mostBufferByteCount
        let size =
            switch body.length ?? 0 {
            // Below malloc's threshold for mapping memory: a fresh mapping must be faulted in, which
            // costs a small upload more than it gains.
            case ...0x10_0000: 64 * 1024
            default: most
            }
        guard let rate = configuration.maximumSendRate else { return size }
        // libcurl looks at the rate after each buffer.
        return max(Self.leastBufferByteCount, Int(min(Int64(size), rate / 4)))
    }

    private func setFields(_ handle: CurlHandle) {
        for field in request.fields.fields where !Request.derives(field.name) {
            // libcurl's spelling of a field with an empty value ends in a semicolon.
            handle.append(
                line: field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
            )
        }
        if let key = request.options.idempotencyKey {
            handle.append(line: "\(IdempotencyKey.fieldName): \(key.value)")
        }
        // Without a value libcurl leaves the field out, instead of choosing by size.
        handle.append(line: request.options.expectsContinue ? "Expect: 100-continue" : "Expect:")
        if !configuration.contentDecoders.isEmpty, !request.fields.contains("Accept-Encoding") {
            let codings = configuration.contentDecoders.keys.sorted().joined(separator: ", ")
            handle.append(line: "Accept-Encoding: \(codings)")
        }
        handle.commitLines()
    }

    private func setConnection(_ handle: CurlHandle) {
        switch configuration.httpVersion {
        case .http1:
            handle.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1), "HTTP/1.1")
        case .http2:
            handle.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS), "HTTP/2")
            handle.set(CURLOPT_PIPEWAIT, true)
        }
        switch configuration.proxy {
        case .environment: break
        case .none: handle.set(CURLOPT_PROXY, "", "the proxy")
        case .url(let url):
            handle.set(CURLOPT_PROXY, url, "the proxy")
            handle.set(CURLOPT_NOPROXY, "", "the proxy")
        }
        handle.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
        if !isRepeatable, case .broken = loop.reuseTrust(of: request.url.origin) {
            handle.set(CURLOPT_FRESH_CONNECT, true)
        }
        if let path = configuration.unixSocketPath {
            handle.set(CURLOPT_UNIX_SOCKET_PATH, path, "a Unix socket")
        }
        if let rate = configuration.maximumSendRate {
            handle.set(CURLOPT_MAX_SEND_SPEED_LARGE, offset: max(1, rate))
        }
    }

    private func setTLS(_ handle: CurlHandle) {
        let tls = configuration.tls
        if let path = tls.trustedCertificatesPath {
            handle.set(CURLOPT_CAINFO, path, "a file of trusted certificates")
        }
        if let path = tls.certificatePath {
            handle.set(CURLOPT_SSLCERT, path, "a client certificate")
        }
        if let path = tls.privateKeyPath {
            handle.set(CURLOPT_SSLKEY, path, "a private key")
        }
        if tls.acceptsAnyCertificate {
            handle.set(CURLOPT_SSL_VERIFYPEER, false)
            handle.set(CURLOPT_SSL_VERIFYHOST, 0)
        }
    }
}

extension Duration {
    /// Whole milliseconds; the greatest `Int32` if there are more.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < 2_000_000 else { return Int(Int32.max) }
        return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}
