internal import BodyStreaming

extension Body {
    /// What the first of the streams is called, if there are any: a read of it may wait.
    var streamLabel: String? {
        for case .stream(let stream) in segments { return stream.label }
        return nil
    }
}
