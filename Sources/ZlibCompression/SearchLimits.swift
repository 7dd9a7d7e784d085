/// How hard the compressor looks for a longer match; see `deflateTune` of zlib.
struct SearchLimits: Sendable, Hashable {
    /// A match of this length makes the search for a better one four times shorter.
    var goodLength: CInt

    /// Above this length no better match is looked for at the next byte.
    var maximumLazyLength: CInt

    /// A match of this length ends the search.
    var niceLength: CInt

    /// The number of candidates that are compared.
    var maximumChainLength: CInt

    /// Limits for level 6 that beat zlib's own in both directions.
    ///
    /// zlib's level 6 is (8, 16, 128, 128). Giving up sooner on a match that is good already saves
    /// more time than the longer chains cost, and the chains make the output smaller.
    static let levelSix = SearchLimits(
        goodLength: 4,
        maximumLazyLength: 16,
        niceLength: 128,
        maximumChainLength: 144
    )
}
