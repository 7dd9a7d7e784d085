extension BodyStream {
    /// The standard input of the process, from where it stands: of unknown length, read once, and
    /// not closed.
    public static let standardInput = BodyStream(
        label: "standard input",
        replayability: .once
    ) { sink in
        try await DescriptorReader.run(path: "/dev/stdin", offeringTo: sink)
    }

    /// A pipe or character device: of unknown length, read once.
    ///
    /// It is opened when its first byte is needed. A writer that is slow, or doesn't come, keeps no
    /// thread of the concurrency pool.
    ///
    /// - Parameter path: For example a named pipe, or `/dev/fd/63`.
    /// - Returns: A stream that fails with ``BodyError/fileSystem(operation:path:errno:)`` if the
    ///   path can't be opened.
    public static func pipe(path: LocalPath) -> BodyStream {
        guard path.standardDescriptor != 0 else { return standardInput }
        return BodyStream(label: path.description, replayability: .once) { sink in
            try await DescriptorReader.run(path: path, offeringTo: sink)
        }
    }
}
