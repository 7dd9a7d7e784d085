/// What a ``MultipartParser`` accepts.
public struct MultipartParserOptions: Sendable, Hashable {
    /// Whether a line may end in LF alone, as some hand-written senders have it; `false` by default.
    ///
    /// Content that holds LF, two hyphens and the boundary is cut there, though RFC 2046 calls that
    /// content.
    public var acceptsBareLineFeeds = false

    /// Which escapes are undone in names; ``ParameterEscapes/percent`` by default.
    public var escapes: ParameterEscapes = .percent

    /// Whether every part needs a `Content-Disposition` of type `form-data` with a name; `true` by
    /// default, `false` for a multipart body that isn't a form.
    public var requiresNames = true

    /// The most parts that are read; 10 000 by default.
    public var maximumPartCount = 10_000

    /// The most bytes that the header of one part may have; 16 384 by default.
    public var maximumHeaderByteCount = 16_384

    /// The most bytes that the name of a field or a file may have as UTF-8; 4 096 by default.
    public var maximumNameByteCount = 4_096

    /// How many levels of multipart bodies inside parts may be read; 1 by default.
    public var maximumNesting = 1

    /// Creates options with their defaults.
    public init() {}
}
