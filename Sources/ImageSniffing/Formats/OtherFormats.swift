/// Files that are named though they are no images.
enum OtherFormats {
    static func pdf(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        throw .other(.pdf)
    }

    static func wav(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        throw .other(.wav)
    }

    static func avi(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        throw .other(.avi)
    }

    static func zip(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        throw .other(.zip)
    }

    static func gzip(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        throw .other(.gzip)
    }

    /// A movie from before `ftyp` existed.
    static func quickTime(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        throw .other(.quickTime)
    }
}
