/// What the header of an image says about it.
///
/// A fact that the header doesn't tell, or tells only behind the pixels, is `nil`.
public struct ImageHeader: Sendable, Hashable {
    /// The format of the file.
    public let format: ImageFormat

    /// The stored width in pixels, before orientation and clean aperture are applied.
    public var width: Int?

    /// The stored height in pixels, before orientation and clean aperture are applied.
    public var height: Int?

    /// How the stored pixels are turned for display; `nil` if the file has no such field.
    ///
    /// For HEIF and AVIF it comes from `irot` and `imir`, for JPEG XL from the codestream: there
    /// an EXIF orientation is ignored, as their specifications demand.
    public var orientation: ImageOrientation?

    /// The size of the part that is to be shown, before orientation; `nil` means all of it.
    public var cleanAperture: ImageSize?

    /// The number of frames or pages.
    public var frameCount: Int?

    /// Whether the image moves.
    public var isAnimated: Bool?

    /// Whether the pixels have an alpha channel or a transparent colour.
    public var hasAlpha: Bool?

    /// The bits of one sample of one channel.
    public var bitDepth: Int?

    /// Creates the header of a `format`; a size of `nil` is one that the header doesn't tell.
    public init(_ format: ImageFormat, width: Int? = nil, height: Int? = nil) {
        self.format = format
        self.width = width
        self.height = height
    }

    /// The media type of the file.
    public var mediaType: String { format.mediaType }

    /// The stored size in pixels, if both sides are known.
    public var storedSize: ImageSize? {
        guard let width, let height else { return nil }
        return ImageSize(width: width, height: height)
    }

    /// The size as it is shown: the clean aperture, if there is one, turned by the orientation.
    public var displayedSize: ImageSize? {
        guard let size = cleanAperture ?? storedSize else { return nil }
        return orientation?.swapsAxes == true ? size.transposed : size
    }
}

extension ImageHeader: CustomStringConvertible {
    /// One line for people: the format, the stored size and the orientation.
    public var description: String {
        var text = format.name
        if width != nil || height != nil {
            text += " \(width.map(String.init) ?? "?")x\(height.map(String.init) ?? "?")"
        }
        if let orientation { text += " orientation \(orientation.rawValue)" }
        return text
    }
}
