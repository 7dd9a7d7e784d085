import ZlibCompression

extension FormArguments {
    private static let section = "Compression and length"

    /// The flags that change the bytes of the whole body.
    static let codingFlags: [Flag<FormArguments>] = [
        coding("gzip", .gzip, help: "Compress the whole body with gzip"),
        coding("deflate", .deflate, help: "Compress the whole body with deflate in zlib's format"),
        Flag(
            "spool",
            section: section,
            default: "a body of unknown length is sent in chunks",
            help: "Write a body of unknown length to an unnamed temporary file first, so that it "
                + "has a length and can be sent again"
        ) { form, _ in
            form.spools = true
        },
    ]

    private static func coding(
        _ name: String,
        _ coding: ContentCoding,
        help: String
    ) -> Flag<FormArguments> {
        Flag(
            name,
            .optional("LEVEL"),
            section: section,
            default: "off; level 6",
            help: help + ", at a level from 0 to 9, and set Content-Encoding. What is compressed "
                + "already is stored. The length becomes unknown without --spool"
        ) { (form, value) throws(CommandFailure) in
            guard form.coding == nil || form.coding == coding else {
                throw .usage("--gzip and --deflate can't both be used")
            }
            form.coding = coding
            form.compressionLevel =
                try value.argument == nil ? 6 : value.integer(in: Deflater.levels)
        }
    }
}
