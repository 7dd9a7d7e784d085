internal import BodyStreaming
internal import CCurl

/// One of libcurl's easy handles, for one transfer at a time; used on its loop's thread only.
@safe
final class CurlHandle {
    let pointer: UnsafeMutableRawPointer

    /// What tells the handle from others.
    var id: UInt { unsafe UInt(bitPattern: pointer) }

    /// Where libcurl writes what went wrong.
    private let errorText: UnsafeMutablePointer<CChar>

    private var fields: UnsafeMutablePointer<curl_slist>?

    /// The first option that libcurl refused since the last reset.
    private(set) var refusal: (option: String, code: CURLcode)?

    /// Creates a handle, or `nil` without memory.
    init?() {
        guard let pointer = unsafe ccurl_easy_init() else { return nil }
        unsafe self.pointer = pointer
        unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        unsafe ccurl_easy_cleanup(pointer)
        unsafe ccurl_list_free(fields)
        unsafe errorText.deallocate()
    }

    /// Takes back all options; connections stay.
    func reset() {
        unsafe ccurl_easy_reset(pointer)
        unsafe ccurl_list_free(fields)
        unsafe fields = nil
        refusal = nil
        unsafe errorText[0] = 0
        unsafe check(
            "CURLOPT_ERRORBUFFER",
            ccurl_set_pointer(pointer, CURLOPT_ERRORBUFFER, errorText)
        )
    }

    /// What libcurl wrote about the last error.
    var errorWords: String { unsafe String(cString: errorText) }

    func set(_ option: CURLoption, _ value: Int, _ name: String = "an option") {
        unsafe check(name, ccurl_set_long(pointer, option, value))
    }

    func set(_ option: CURLoption, _ value: Bool, _ name: String = "an option") {
        set(option, value ? 1 : 0, name)
    }

    func set(_ option: CURLoption, offset value: Int64) {
        unsafe check("an option", ccurl_set_offset(pointer, option, value))
    }

    func set(_ option: CURLoption, _ value: String, _ name: String = "an option") {
        unsafe check(name, ccurl_set_string(pointer, option, value))
    }

    func set(_ option: CURLoption, _ value: LocalPath, _ name: String) {
        let code = unsafe value.withCString { unsafe ccurl_set_string(pointer, option, $0) }
        check(name, code)
    }

    /// Hands over an object that callbacks get; it must outlive the transfer.
    func set(_ option: CURLoption, context: UnsafeMutableRawPointer) {
        unsafe check("a callback's context", ccurl_set_pointer(pointer, option, context))
    }

    func check(_ name: String, _ code: CURLcode) {
        if code != CURLE_OK, refusal == nil { refusal = (name, code) }
    }

    /// Adds a line to the request's header.
    func append(line: String) {
        guard let longer = unsafe ccurl_list_append(fields, line) else {
            check("a header field", CURLE_OUT_OF_MEMORY)
            return
        }
        unsafe fields = longer
    }

    /// Uses the lines that were added.
    func commitLines() {
        unsafe check("the header", ccurl_set_list(pointer, CURLOPT_HTTPHEADER, fields))
    }

    func long(_ info: CURLINFO) -> Int { unsafe ccurl_get_long(pointer, info) }

    func offset(_ info: CURLINFO) -> Int64 { unsafe ccurl_get_offset(pointer, info) }
}
