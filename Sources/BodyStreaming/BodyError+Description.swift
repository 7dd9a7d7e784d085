#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension BodyError: CustomStringConvertible {
    /// One line that says what went wrong, where, and what helps; safe to print.
    public var description: String {
        switch self {
        case .fileSystem(let operation, let path, let errno):
            "can't \(operation.rawValue) '\(path)': \(SystemErrorText.words(for: errno))"
        case .unsupportedFile(let path, let kind):
            "'\(path)' is a \(kind.rawValue), whose bytes can't be sent"
        case .rangeOutOfBounds(let path, let range, let byteCount):
            "'\(path)' has \(byteCount) bytes, so bytes \(range.lowerBound) up to"
                + " \(range.upperBound) aren't all in it"
        case .fileChanged(let path, let change):
            "'\(path)' \(change) after the body was laid out; send it when it is complete"
        case .streamLengthMismatch(let label, let promised, let delivered)
        where delivered < promised:
            "the stream '\(DisplayText.escaped(label))' ended after \(delivered) of the"
                + " \(promised) bytes it promised"
        case .streamLengthMismatch(let label, let promised, let delivered):
            "the stream '\(DisplayText.escaped(label))' went on to \(delivered) bytes past the"
                + " \(promised) it promised"
        case .streamFailed(let label, let cause):
            "the stream '\(DisplayText.escaped(label))' failed:"
                + " \(DisplayText.escaped(String(describing: cause)))"
        case .alreadyConsumed(let label):
            "'\(DisplayText.escaped(label))' can be read only once and was read before;"
                + " to send it again, keep it in a file"
        case .offsetOutOfRange(let offset, let length):
            if let length {
                "offset \(offset) is not in the body, which has \(length) bytes"
            } else {
                "offset \(offset) is not in the body"
            }
        case .lengthOverflow:
            "the body would be longer than \(Int64.max) bytes"
        case .output(let operation, let offset, let errno):
            "can't \(operation.rawValue) the body after \(offset) bytes:"
                + " \(SystemErrorText.words(for: errno))"
        case .spool(let directory, let offset, let errno):
            "can't keep the body in a temporary file in '\(directory)' (\(offset) bytes written):"
                + " \(SystemErrorText.words(for: errno)); choose another folder"
        case .spoolLimitExceeded(let byteCount):
            "the body has more than the \(byteCount) bytes allowed for its temporary file"
        case .cancelled:
            "reading the body was cancelled"
        }
    }
}

extension FileChange: CustomStringConvertible {
    /// A verb phrase, for example `shrank from 10 to 5 bytes`.
    public var description: String {
        switch self {
        case .shrank(let from, let to): "shrank from \(from) to \(to) bytes"
        case .grew(let from, let to): "grew from \(from) to \(to) bytes"
        case .replaced: "was replaced by another file"
        case .modified: "was modified"
        }
    }
}

/// The system's words for its error numbers.
package enum SystemErrorText {
    /// What ``text(for:)`` says, with the number, for example `Permission denied (errno 13)`.
    package static func words(for number: CInt) -> String {
        "\(text(for: number)) (errno \(number))"
    }

    /// What `strerror_r(3)` says.
    package static func text(for number: CInt) -> String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            unsafe buffer.initialize(repeating: 0)
            guard let start = buffer.baseAddress,
                unsafe strerror_r(number, start, buffer.count - 1) == 0
            else { return "unknown error" }
            return unsafe String(cString: start)
        }
    }
}
