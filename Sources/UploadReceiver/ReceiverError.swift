public import BodyStreaming

/// A reason why an ``UploadReceiver`` can't be started.
@nonexhaustive
public enum ReceiverError: Error, Sendable, Hashable {
    /// The address is not an IPv4 address in four decimal numbers.
    case invalidAddress(String)

    /// The address isn't one of loopback, and the options don't allow others.
    case addressNotLoopback(String)

    /// A system call on the listening socket failed with `errno`.
    case socket(operation: SocketOperation, address: String, port: UInt16, errno: CInt)

    /// The folder for received files can't be used.
    case saveDirectory(path: LocalPath, errno: CInt)
}

/// A system call that a receiver starts with.
public enum SocketOperation: String, Sendable, Hashable {
    /// `socket(2)`.
    case socket
    /// `bind(2)`.
    case bind
    /// `listen(2)`.
    case listen
    /// `getsockname(2)`.
    case name = "getsockname"
    /// `pipe(2)`.
    case pipe
    /// `pthread_create(3)`.
    case thread = "pthread_create"
}

extension ReceiverError: CustomStringConvertible {
    /// One line that says what is wrong and what to do.
    public var description: String {
        switch self {
        case .invalidAddress(let address):
            "\"\(DisplayText.escaped(address))\" is not an IPv4 address such as 127.0.0.1"
        case .addressNotLoopback(let address):
            "\(address) can be reached from other machines, which this receiver is not made for: "
                + "use 127.0.0.1"
        case .socket(let operation, let address, let port, let errno):
            "\(address):\(port): \(operation.rawValue): \(SystemErrorText.words(for: errno))"
        case .saveDirectory(let path, let errno):
            "\(path): files can't be saved there: \(SystemErrorText.words(for: errno))"
        }
    }
}
