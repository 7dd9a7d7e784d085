/// The properties of one HEIF item that say how large it is and how it is shown.
///
/// Source: ISO/IEC 23008-12, sections 6.5.3 (`ispe`), 6.5.6 (`pixi`), 6.5.8 (`auxC`),
/// 6.5.9 (`clap`), 6.5.10 (`irot`), 6.5.12 (`imir`) and 9.3.1 (`ipma`).
struct HEIFProperties {
    private(set) var orientation: ImageOrientation?
    private(set) var cleanAperture: ImageSize?
    private(set) var bitDepth: Int?
    private(set) var isAlphaPlane = false
    var size: ImageSize?

    private enum Property {
        case none
        case size(ImageSize)
        case turn(counterclockwiseQuarters: Int)
        case mirror(leftToRight: Bool)
        case aperture(ImageSize)
        case bitDepth(Int)
        case alphaPlane
    }

    /// Reads the properties of the item `id`, in the order in which it lists them.
    ///
    /// The first 32 of them are looked at; real items have about five.
    mutating func read(
        ofItem id: Int64,
        in propertiesBox: Box,
        _ reader: inout HeaderReader
    ) throws(SniffStop) {
        var indices = [32 of Int](repeating: 0)
        let count = try Self.associations(ofItem: id, in: propertiesBox, &indices, &reader)
        guard count > 0, let container = try propertiesBox.child("ipco", &reader) else { return }
        var properties = [32 of Property](repeating: Property.none)
        var offset = container.contentOffset
        var index = 1
        while offset < container.end {
            let box = try Box(at: offset, in: container, &reader)
            var property: Property?
            for place in 0..<count where indices[place] == index {
                if property == nil { property = try Self.property(in: box, &reader) }
                properties[place] = property ?? .none
            }
            offset = box.end
            index += 1
        }
        for place in 0..<count { apply(properties[place]) }
    }

    /// Transformations count in the order of the item's list: each acts on what the ones before it
    /// gave.
    private mutating func apply(_ property: Property) {
        switch property {
        case .none:
            break
        case .size(let size):
            self.size = self.size ?? size
        case .turn(let quarters):
            orientation = (orientation ?? .topLeft).turnedClockwise(quarters: -quarters)
        case .mirror(let leftToRight):
            let orientation = orientation ?? .topLeft
            self.orientation =
                leftToRight ? orientation.mirroredLeftToRight : orientation.mirroredTopToBottom
        case .aperture(let size):
            cleanAperture = orientation?.swapsAxes == true ? size.transposed : size
        case .bitDepth(let bits):
            bitDepth = bitDepth ?? bits
        case .alphaPlane:
            isAlphaPlane = true
        }
    }

    /// Reads which properties the item `id` has, as one-based indices.
    private static func associations(
        ofItem id: Int64,
        in propertiesBox: Box,
        _ indices: inout [32 of Int],
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> Int {
        var boxOffset = propertiesBox.contentOffset
        while boxOffset < propertiesBox.end {
            let box = try Box(at: boxOffset, in: propertiesBox, &reader)
            boxOffset = box.end
            guard box.type == "ipma" else { continue }
            let (version, flags, start) = try box.fullBox(&reader)
            let idByteCount: Int64 = version == 0 ? 2 : 4
            let indexByteCount: Int64 = flags & 1 == 0 ? 1 : 2
            var remaining = try reader.uint32(at: start, .big)
            var offset = start + 4
            while remaining > 0, offset < box.end {
                let itemID =
                    idByteCount == 2
                    ? Int64(try reader.uint16(at: offset, .big))
                    : try reader.uint32(at: offset, .big)
                let count = try reader.uint8(at: offset + idByteCount)
                let first = offset + idByteCount + 1
                let next = first + Int64(count) * indexByteCount
                try box.checkContains(next)
                if itemID == id {
                    let taken = min(count, indices.count)
                    for place in 0..<taken {
                        let position = first + Int64(place) * indexByteCount
                        // The top bit says that the property is essential.
                        indices[place] =
                            indexByteCount == 1
                            ? try reader.uint8(at: position) & 0x7F
                            : try reader.uint16(at: position, .big) & 0x7FFF
                    }
                    return taken
                }
                try reader.step(from: offset, to: next)
                offset = next
                remaining -= 1
            }
        }
        return 0
    }

    private static func property(
        in box: Box,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> Property {
        let content = box.contentOffset
        switch box.type {
        case "ispe":
            try box.checkContains(content + 12)
            let width = try reader.uint32(at: content + 4, .big)
            let height = try reader.uint32(at: content + 8, .big)
            return .size(ImageSize(width: Int(clamping: width), height: Int(clamping: height)))
        case "irot":
            try box.checkContains(content + 1)
            return .turn(counterclockwiseQuarters: try reader.uint8(at: content) & 3)
        case "imir":
            try box.checkContains(content + 1)
            return .mirror(leftToRight: try reader.uint8(at: content) & 1 == 1)
        case "clap":
            try box.checkContains(content + 16)
            return try aperture(at: content, &reader).map(Property.aperture) ?? .none
        case "pixi":
            try box.checkContains(content + 6)
            return .bitDepth(try reader.uint8(at: content + 5))
        case "auxC":
            return try isAlpha(box, &reader) ? .alphaPlane : .none
        default:
            return .none
        }
    }

    /// The width and height of a clean aperture, which are fractions; those with a denominator of
    /// zero are none.
    private static func aperture(
        at offset: Int64,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> ImageSize? {
        let width = try reader.uint32(at: offset, .big)
        let widthDivisor = try reader.uint32(at: offset + 4, .big)
        let height = try reader.uint32(at: offset + 8, .big)
        let heightDivisor = try reader.uint32(at: offset + 12, .big)
        guard widthDivisor > 0, heightDivisor > 0, width >= widthDivisor, height >= heightDivisor
        else { return nil }
        return ImageSize(
            width: Int(clamping: width / widthDivisor),
            height: Int(clamping: height / heightDivisor)
        )
    }

    private static func isAlpha(
        _ box: Box,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> Bool {
        let names: [2 of StaticString] = [
            "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1",
        ]
        let text = box.contentOffset + 4
        for index in names.indices
        where text + Int64(names[index].utf8CodeUnitCount) <= box.end {
            if try reader.hasBytes(names[index], at: text) { return true }
        }
        return false
    }
}
