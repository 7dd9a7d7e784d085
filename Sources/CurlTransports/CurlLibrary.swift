internal import CCurl
internal import UploadHTTP

/// The libcurl of this machine, loaded when the first request is sent.
enum CurlLibrary {
    /// The name under which errors tell of it.
    static let name = "libcurl"

    /// 7.85: the oldest version that has every option that is set here.
    private static let oldestVersion: UInt32 = 0x07_55_00

    /// Loads the library, if that was not done.
    ///
    /// - Throws: ``TransportError/Kind/libraryUnavailable(name:reason:)``.
    static func load() throws(TransportError) {
        if let problem { throw TransportError(problem) }
    }

    /// Why the library can't be used; found out once.
    private static let problem: TransportError.Kind? = {
        let file = unsafe String(cString: ccurl_library_name())
        guard ccurl_load() else {
            let reason = unsafe String(cString: ccurl_load_error())
            return .libraryUnavailable(name: file, reason: reason)
        }
        guard ccurl_version_number() >= oldestVersion else {
            let version = unsafe String(cString: ccurl_version_text())
            return .libraryUnavailable(name: file, reason: "\(version) is older than 7.85")
        }
        return nil
    }()

    /// What the library says of one of its codes.
    static func failure(_ code: CURLcode, words: String = "") -> LibraryFailure {
        LibraryFailure(
            name: name,
            code: Int(code.rawValue),
            words: words.isEmpty ? unsafe String(cString: ccurl_error_text(code)) : words
        )
    }
}
