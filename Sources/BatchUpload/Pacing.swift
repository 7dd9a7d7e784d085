/// How the requests of many items are spread over time.
public struct Pacing: Sendable, Hashable {
    /// How many requests are in flight at once at most, repetitions included; no limit by default.
    public var maximumConcurrency = Int.max

    /// Whether the number of requests at once finds its own size below the maximum; off by default.
    public var adaptsConcurrency = false

    /// How many requests begin in a second at most; no limit by default.
    public var requestsPerSecond: Double?

    /// How many bytes of bodies are sent in a second at most, on the average; no limit by default.
    public var bytesPerSecond: Double?

    /// How long an origin is left alone after a 429 or 503 that doesn't say how long; it doubles
    /// with each one in a row, four times at most. A quarter of a second by default.
    public var baseHold = Duration.milliseconds(250)

    /// How long an origin is left alone at most; a minute by default.
    public var maximumHold = Duration.seconds(60)

    /// Creates the default pacing: only overloaded origins are held.
    public init() {}
}
