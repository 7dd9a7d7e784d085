package import BodyStreaming

extension CommandFailure {
    /// What ended the reading or the writing of a body; `output` is what messages call the place
    /// that it was written to.
    package init(_ error: BodyError, output: String) {
        switch error {
        case .cancelled: self = .interrupted
        case .output(_, let offset, let errno):
            let words = SystemErrorText.words(for: errno)
            self = .failure("\(output): \(words), after \(offset) bytes")
        default: self = .failure(error.description)
        }
    }

    /// Runs `body` and makes what it throws a usage error: it comes of what the line says.
    package static func catching<Value, Failure: Error>(
        _ body: () throws(Failure) -> Value
    ) throws(CommandFailure) -> Value {
        do {
            return try body()
        } catch {
            throw .usage("\(error)")
        }
    }
}
