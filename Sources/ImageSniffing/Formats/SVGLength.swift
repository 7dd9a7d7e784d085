/// A width or height of SVG, in CSS pixels.
struct SVGLength {
    private let pixels: Double

    /// Reads a length; `nil` if it is a percentage, `auto` or no length at all.
    init?(_ text: String) {
        let text = text.filter { !$0.isWhitespace }
        let unit = String(text.reversed().prefix { $0.isLetter || $0 == "%" }.reversed())
        guard let factor = Self.pixels(in: unit),
            let number = Double(text.dropLast(unit.count)), number.isFinite, number > 0
        else { return nil }
        pixels = number * factor
    }

    /// The pixels of one unit: CSS's absolute units, and the font's at its initial size.
    private static func pixels(in unit: String) -> Double? {
        switch unit.lowercased() {
        case "", "px": 1
        case "in": 96
        case "cm": 96 / 2.54
        case "mm": 96 / 25.4
        case "q": 96 / 101.6
        case "pt": 96 / 72
        case "pc", "em", "rem": 16
        case "ex": 8
        default: nil
        }
    }

    /// Reads the width and height of a view box, which follow its origin.
    static func viewBox(_ text: String) -> ImageSize? {
        let numbers = text.split { $0 == "," || $0.isWhitespace }.map { Double($0) }
        guard numbers.count == 4, let width = numbers[2], let height = numbers[3],
            let size =
                (rounded(width).flatMap { width in
                    rounded(height).map { ImageSize(width: width, height: $0) }
                })
        else { return nil }
        return size
    }

    /// The header of an image with these sides; one that is missing follows from the view box.
    static func header(
        width: SVGLength?,
        height: SVGLength?,
        viewBox: ImageSize?
    ) -> ImageHeader {
        var header = ImageHeader(.svg)
        header.width = width.flatMap { rounded($0.pixels) }
        header.height = height.flatMap { rounded($0.pixels) }
        guard let viewBox else { return header }
        let ratio = Double(viewBox.width) / Double(viewBox.height)
        switch (width, height) {
        case (let width?, nil): header.height = rounded(width.pixels / ratio)
        case (nil, let height?): header.width = rounded(height.pixels * ratio)
        case (nil, nil): (header.width, header.height) = (viewBox.width, viewBox.height)
        default: break
        }
        return header
    }

    private static func rounded(_ value: Double) -> Int? {
        guard value.isFinite, value > 0, value <= Double(Int32.max) else { return nil }
        return max(Int(value.rounded()), 1)
    }
}
