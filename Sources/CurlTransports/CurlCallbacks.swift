internal import CCurl

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The functions that libcurl calls, on the loop's thread.
///
/// Each gets a pointer to an object that outlives the call: the transfer is held by the loop as
/// long as its handle is libcurl's, and the loop as long as its thread runs.
enum CurlCallbacks {
    static func install(on handle: CurlHandle) {
        let pointer = unsafe handle.pointer
        let codes = unsafe [
            ccurl_set_read_function(pointer, readBody),
            ccurl_set_seek_function(pointer, seekBody),
            ccurl_set_write_function(pointer, receiveContent),
            ccurl_set_header_function(pointer, receiveHeader),
            ccurl_set_prerequest_function(pointer, connected),
            ccurl_set_open_socket_function(pointer, openSocket),
            ccurl_set_close_socket_function(pointer, closeSocket),
        ]
        for code in codes { handle.check("a callback", code) }
    }

    /// Has libcurl tell `loop` what it waits for.
    static func install(on multi: UnsafeMutableRawPointer, of loop: CurlLoop) {
        let context = unsafe Unmanaged.passUnretained(loop).toOpaque()
        // Neither of the two options can be refused.
        _ = unsafe ccurl_multi_set_socket_function(multi, watchSocket, context)
        _ = unsafe ccurl_multi_set_timer_function(multi, setTimeout, context)
    }

    private static let watchSocket: curl_socket_callback = { _, socket, interest, context, _ in
        guard let context = unsafe context else { return -1 }
        unsafe loop(context).watch(socket, interest)
        return 0
    }

    private static let setTimeout: curl_multi_timer_callback = { _, milliseconds, context in
        guard let context = unsafe context else { return -1 }
        unsafe loop(context).setTimeout(milliseconds: milliseconds < 0 ? nil : milliseconds)
        return 0
    }

    private static let readBody: curl_read_callback = { buffer, size, count, context in
        guard let buffer = unsafe buffer, let context = unsafe context else {
            return Int(CURL_READFUNC_ABORT)
        }
        let capacity = size * count
        return unsafe buffer.withMemoryRebound(to: UInt8.self, capacity: capacity) {
            unsafe transfer(context).readBody(
                into: UnsafeMutableBufferPointer(start: $0, count: capacity)
            )
        }
    }

    private static let seekBody: curl_seek_callback = { context, offset, origin in
        guard let context = unsafe context, origin == SEEK_SET else { return CURL_SEEKFUNC_FAIL }
        let isDone = unsafe transfer(context).rewind(to: Int64(offset))
        return isDone ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
    }

    private static let receiveContent: curl_write_callback = { bytes, size, count, context in
        guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
        let byteCount = size * count
        let isWanted = unsafe withSpan(bytes, byteCount) {
            unsafe transfer(context).receiveContent($0)
        }
        // Fewer than there were is an error to libcurl; so is the one byte here if there were none.
        return isWanted ? byteCount : byteCount == 0 ? 1 : 0
    }

    private static let receiveHeader: curl_write_callback = { bytes, size, count, context in
        guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
        let byteCount = size * count
        let isWanted = unsafe withSpan(bytes, byteCount) {
            unsafe transfer(context).receiveHeader($0)
        }
        return isWanted ? byteCount : 0
    }

    private static let connected: curl_prereq_callback = { context, _, _, _, localPort in
        guard let context = unsafe context else { return CURL_PREREQFUNC_ABORT }
        let port = UInt16(truncatingIfNeeded: localPort)
        let isWanted = unsafe transfer(context).connect(localPort: port)
        return isWanted ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
    }

    private static let openSocket: curl_opensocket_callback = { context, _, address in
        guard let context = unsafe context, let address = unsafe address else { return -1 }
        let socket = unsafe ccurl_socket_open(address)
        if socket >= 0 { unsafe loop(context).open(socket) }
        return socket
    }

    private static let closeSocket: curl_closesocket_callback = { context, socket in
        guard let context = unsafe context else { return 1 }
        unsafe loop(context).close(socket)
        return 0
    }

    private static func transfer(_ context: UnsafeMutableRawPointer) -> CurlTransfer {
        unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    }

    private static func loop(_ context: UnsafeMutableRawPointer) -> CurlLoop {
        unsafe Unmanaged<CurlLoop>.fromOpaque(context).takeUnretainedValue()
    }

    private static func withSpan(
        _ bytes: UnsafeMutablePointer<CChar>,
        _ count: Int,
        _ body: (Span<UInt8>) -> Bool
    ) -> Bool {
        unsafe bytes.withMemoryRebound(to: UInt8.self, capacity: count) {
            let buffer = unsafe UnsafeBufferPointer(start: $0, count: count)
            return unsafe body(Span(_unsafeElements: buffer))
        }
    }
}
