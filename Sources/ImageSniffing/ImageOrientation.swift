/// How stored pixels are turned for display; the raw values are those of the EXIF tag.
///
/// A name says where the first row and the first column of the stored pixels are shown.
/// Source: [TIFF 6.0, Orientation](https://www.itu.int/itudoc/itu-t/com16/tiff-fx/docs/tiff6.pdf).
public enum ImageOrientation: Int, Sendable, Hashable, CaseIterable {
    /// As stored.
    case topLeft = 1

    /// Mirrored left to right.
    case topRight

    /// Turned by 180 degrees.
    case bottomRight

    /// Mirrored top to bottom.
    case bottomLeft

    /// Mirrored along the diagonal from the top left.
    case leftTop

    /// Turned by 90 degrees clockwise.
    case rightTop

    /// Mirrored along the diagonal from the top right.
    case rightBottom

    /// Turned by 90 degrees counter-clockwise.
    case leftBottom

    /// Whether width and height are exchanged for display.
    public var swapsAxes: Bool { rawValue >= 5 }
}

extension ImageOrientation {
    /// The orientation as "mirror left to right or not, then turn clockwise by quarters".
    private var turns: (mirrored: Bool, quarters: Int) {
        switch self {
        case .topLeft: (false, 0)
        case .topRight: (true, 0)
        case .bottomRight: (false, 2)
        case .bottomLeft: (true, 2)
        case .leftTop: (true, 3)
        case .rightTop: (false, 1)
        case .rightBottom: (true, 1)
        case .leftBottom: (false, 3)
        }
    }

    private init(mirrored: Bool, quarters: Int) {
        switch (mirrored, quarters & 3) {
        case (false, 0): self = .topLeft
        case (false, 1): self = .rightTop
        case (false, 2): self = .bottomRight
        case (false, _): self = .leftBottom
        case (true, 0): self = .topRight
        case (true, 1): self = .rightBottom
        case (true, 2): self = .bottomLeft
        case (true, _): self = .leftTop
        }
    }

    /// This orientation, then a turn by `quarters` of a circle clockwise.
    func turnedClockwise(quarters: Int) -> ImageOrientation {
        ImageOrientation(mirrored: turns.mirrored, quarters: turns.quarters + quarters)
    }

    /// This orientation, then an exchange of left and right.
    var mirroredLeftToRight: ImageOrientation {
        ImageOrientation(mirrored: !turns.mirrored, quarters: -turns.quarters)
    }

    /// This orientation, then an exchange of top and bottom.
    var mirroredTopToBottom: ImageOrientation {
        ImageOrientation(mirrored: !turns.mirrored, quarters: 2 - turns.quarters)
    }
}
