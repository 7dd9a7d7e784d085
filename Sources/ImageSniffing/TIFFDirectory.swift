/// What a TIFF directory says about its image.
struct TIFFDirectory {
    var width: Int64?
    var height: Int64?
    var orientation: ImageOrientation?
    var bitsPerSample: Int?

    /// Whether a sample is alpha; `nil` if the field that says so can't be had.
    var hasAlpha: Bool? = false

    var subfileType: Int64?
    var make: TIFFField?
    var subDirectories: TIFFField?
    var gpsDirectory: Int64?
    var isDNG = false

    /// Whether there is a latitude, longitude or altitude, if this is a directory of GPS fields.
    var hasPlace = false

    /// Takes what `field` says, if it is one of the fields that matter.
    mutating func take(
        _ field: TIFFField,
        of block: TIFFBlock,
        _ reader: inout HeaderReader
    ) throws(SniffStop) {
        switch field.tag {
        case 1...6: hasPlace = true
        case 254: subfileType = try field.integer(of: block, &reader)
        case 256: width = try field.integer(of: block, &reader)
        case 257: height = try field.integer(of: block, &reader)
        case 258:
            bitsPerSample = try field.firstInlineInteger(of: block, &reader).map(Int.init)
        case 271: make = field
        case 274:
            let value = try field.firstInlineInteger(of: block, &reader)
            orientation = value.flatMap { ImageOrientation(rawValue: Int($0)) }
        case 330: subDirectories = field
        case 338:
            // 1 and 2: associated and unassociated alpha; 0 is unspecified.
            let value = try field.firstInlineInteger(of: block, &reader)
            hasAlpha = value.map { $0 == 1 || $0 == 2 }
        case 34853: gpsDirectory = try field.integer(of: block, &reader)
        case 50706: isDNG = true
        default: break
        }
    }
}
