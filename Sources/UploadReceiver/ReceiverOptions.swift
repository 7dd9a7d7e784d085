public import BodyStreaming
public import MultipartFormData

/// How an ``UploadReceiver`` listens, what it accepts and what it does with it.
public struct ReceiverOptions: Sendable {
    /// The IPv4 address to listen on; `127.0.0.1` by default.
    public var address = "127.0.0.1"

    /// The port to listen on; 0, the default, lets the system pick one that is free.
    public var port: UInt16 = 0

    /// Whether ``address`` may be one that other machines reach; `false` by default.
    public var allowsOtherAddresses = false

    /// Where the files of forms go, under names of their own; `nil`, the default, keeps none.
    public var saveDirectory: LocalPath?

    /// Whether fields are saved too, under their own names.
    package var savesFields = false

    /// Whether the content of each part is digested, which takes longer than all else that is done
    /// with it; on by default.
    public var digestsParts = true

    /// The most connections that are served at once; others wait. 32 by default.
    public var maximumConnectionCount = 32

    /// The most bytes of a request's head; 16 384 by default.
    public var maximumHeadByteCount = 16_384

    /// The most bytes of a body, as sent and after its content coding is undone; `nil`, the
    /// default, for any number.
    public var maximumBodyByteCount: Int64?

    /// The most bytes of the content of one part; `nil`, the default, for any number.
    public var maximumPartByteCount: Int64?

    /// What is accepted as a form; the parser's own defaults, but that the escapes in names are
    /// told by ``ParameterEscapes/automatic``.
    public var parserOptions: MultipartParserOptions

    /// How long a connection may send and take nothing; 30 seconds by default.
    public var idleTimeout = Duration.seconds(30)

    /// How long ``UploadReceiver/stop()`` lets requests go on that have begun; 5 seconds by default.
    public var gracePeriod = Duration.seconds(5)

    /// What to do wrong with a request, for tests of clients; nothing by default.
    public var faults: @Sendable (ReceivedRequest) -> [ReceiverFault] = { _ in [] }

    /// Says what a file is, from its first bytes.
    ///
    /// The answer is JSON text, one value on one line; it becomes the `image` of the part as it is.
    public var sniff: (@Sendable (SniffedContent) -> String?)?

    /// Makes what undoes a content coding, called by its name in lower case; `nil` refuses it.
    public var contentDecoder: @Sendable (_ coding: String) -> (any ContentDecoder)? = { _ in nil }

    /// Called after each request, from the thread of its connection.
    public var requestEnded: @Sendable (ReceivedRequest) -> Void = { _ in }

    /// Creates options with their defaults.
    public init() {
        parserOptions = MultipartParserOptions()
        parserOptions.escapes = .automatic
    }
}

/// The content of a part, as far as it is offered to ``ReceiverOptions/sniff``.
public struct SniffedContent: Sendable {
    /// The most bytes of a ``prefix``.
    public static let prefixByteCount = 262_144

    /// The first bytes of the content; all of them, if there are fewer than
    /// ``prefixByteCount``.
    public let prefix: [UInt8]

    /// Where the content begins, as a 0-based offset in the decoded body.
    public let offset: Int64

    /// The size of the whole content in bytes.
    public let byteCount: Int64

    /// Where the whole content was saved, if it was.
    public let savedPath: LocalPath?
}
