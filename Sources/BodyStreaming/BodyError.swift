/// A reason why the bytes of a ``Body`` can't be described, read or written.
@nonexhaustive
public enum BodyError: Error, Sendable {
    /// A system call on `path` failed with the platform's error number `errno`.
    case fileSystem(operation: FileOperation, path: LocalPath, errno: CInt)

    /// The file at `path` is of a `kind` whose bytes can't be sent.
    case unsupportedFile(path: LocalPath, kind: FileKind)

    /// The bytes asked for aren't all in the file: `range` reaches past its `byteCount`.
    case rangeOutOfBounds(path: LocalPath, range: Range<Int64>, byteCount: Int64)

    /// The file at `path` is not the one that was laid out, or has changed since.
    case fileChanged(path: LocalPath, change: FileChange)

    /// The stream ended after `delivered` bytes, or went on past them, though it `promised` others.
    case streamLengthMismatch(label: String, promised: Int64, delivered: Int64)

    /// The stream failed with an error of its own.
    case streamFailed(label: String, cause: any Error)

    /// A body that can be read once was read again, for example by a retry.
    case alreadyConsumed(label: String)

    /// A position was asked for that is not in the body.
    case offsetOutOfRange(offset: Int64, length: Int64?)

    /// The length of the body would pass `Int64.max`.
    case lengthOverflow

    /// Writing to a descriptor failed with `errno` after `offset` bytes of the body.
    case output(operation: OutputOperation, offset: Int64, errno: CInt)

    /// Keeping the body in a temporary file in `directory` failed with `errno` after `offset` bytes.
    case spool(directory: LocalPath, offset: Int64, errno: CInt)

    /// The body has more than the `byteCount` bytes that a temporary file may take.
    case spoolLimitExceeded(byteCount: Int64)

    /// The task that read the body was cancelled.
    case cancelled

    /// Whether this is ``cancelled``.
    var isCancellation: Bool {
        if case .cancelled = self { true } else { false }
    }
}
