public import BodyStreaming
public import MultipartFormData

/// Why a form can't be handed to Foundation.
@nonexhaustive
public enum FormBridgeError: Error, Sendable {
    /// The form can't be encoded.
    case form(MultipartError)
    /// The content of a part can't be read.
    case body(BodyError)
    /// The form has a stream, whose bytes arrive over time.
    case stream(label: String)
    /// The URL names no file of this machine.
    case notAFile(url: String)
    /// A system call on the file at `path`, or on the temporary one next to it, failed with `errno`.
    case file(path: LocalPath, errno: CInt)
}

extension FormBridgeError: CustomStringConvertible {
    /// One line: what can't be done, and why.
    public var description: String {
        switch self {
        case .form(let error): "\(error)"
        case .body(let error): "\(error)"
        case .stream(let label):
            "\(DisplayText.escaped(label)) may keep URLSession waiting; write the form to a file"
        case .notAFile(let url): "\(DisplayText.escaped(url)) is not the URL of a file"
        case .file(let path, let errno):
            "can't write \(path): \(SystemErrorText.text(for: errno))"
        }
    }
}
