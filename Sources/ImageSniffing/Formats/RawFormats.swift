/// The raw files of cameras: told apart, and their sensor's image found where the header has it.
enum RawFormats {
    /// What kind of TIFF has `directory` as its first.
    static func kind(
        of directory: TIFFDirectory,
        in block: TIFFBlock,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> ImageFormat {
        if directory.isDNG { return .dng }
        if let format = reader.format, format != .tiff { return format }
        guard directory.subDirectories != nil, let make = directory.make, make.count >= 5 else {
            return .tiff
        }
        let offset = try block.wideInteger(at: make.valueOffset, &reader)
        let text = try block.position(of: offset, at: make.valueOffset)
        if try reader.hasBytes("NIKON", at: text) { return .nef }
        return try reader.hasBytes("SONY", at: text) ? .arw : .tiff
    }

    /// Whether the first directory of such a file is only a preview.
    static func hasSensorImageInSubDirectory(_ format: ImageFormat) -> Bool {
        format == .dng || format == .nef || format == .arw
    }

    /// The directory of the full-resolution image: the one whose subfile type is 0.
    ///
    /// If no sub-directory claims to be that, the first directory is it.
    static func sensorDirectory(
        of first: TIFFDirectory,
        in block: TIFFBlock,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> TIFFDirectory {
        guard first.subfileType != 0, let pointers = first.subDirectories else { return first }
        var best = first
        var bestArea: Int64 = 0
        for index in 0..<min(pointers.count, 8) {
            let pointer = try pointerOffset(index, of: pointers, in: block, &reader)
            let offset = try block.wideInteger(at: pointer, &reader)
            let position = try block.position(of: offset, at: pointer)
            let directory = try block.directory(at: position, &reader)
            guard directory.subfileType ?? 0 == 0, let width = directory.width,
                let height = directory.height
            else { continue }
            let (area, overflow) = width.multipliedReportingOverflow(by: height)
            if !overflow, area > bestArea {
                bestArea = area
                best = directory
            }
        }
        return best
    }

    private static func pointerOffset(
        _ index: Int64,
        of pointers: TIFFField,
        in block: TIFFBlock,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> Int64 {
        if pointers.count == 1 { return pointers.valueOffset }
        let array = try block.wideInteger(at: pointers.valueOffset, &reader)
        return try block.position(of: array, at: pointers.valueOffset)
            + index * (block.isBig ? 8 : 4)
    }

    /// Panasonic RW2: the borders of the sensor's image stand in place of a width and height.
    ///
    /// Source: [ExifTool, PanasonicRaw tags](https://exiftool.org/TagNames/PanasonicRaw.html).
    static func readRW2(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        let offset = try reader.uint32(at: 4, .little)
        let count = try reader.uint16(at: offset, .little)
        var borders: [4 of Int] = [0, 0, 0, 0]
        for index in 0..<Int64(count) {
            let field = offset + 2 + index * 12
            let tag = try reader.uint16(at: field, .little)
            if 4...7 ~= tag { borders[tag - 4] = try reader.uint16(at: field + 8, .little) }
            try reader.step(from: field, to: field + 12)
            if tag > 7 { break }
        }
        return try ImageHeader(
            .rw2,
            pixels: Int64(borders[3] - borders[1]),
            by: Int64(borders[2] - borders[0]),
            at: offset
        )
    }

    /// Canon CRW: named only; its size is in a heap at the end of the file.
    static func readCRW(_ reader: inout HeaderReader) -> ImageHeader { ImageHeader(.crw) }

    /// Fujifilm RAF: named only; its size depends on the model.
    static func readRAF(_ reader: inout HeaderReader) -> ImageHeader { ImageHeader(.raf) }
}
