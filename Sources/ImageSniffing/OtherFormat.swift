/// A type of file that is no still image, but is named so that a part gets its right media type.
@nonexhaustive
public enum OtherFormat: Sendable, Hashable, CaseIterable {
    /// Portable Document Format.
    case pdf

    /// MPEG-4 and other files of the ISO base media family.
    case mp4

    /// QuickTime movie.
    case quickTime

    /// RIFF with `WAVE` audio.
    case wav

    /// RIFF with `AVI` video.
    case avi

    /// ZIP, and all that is built on it.
    case zip

    /// gzip.
    case gzip

    /// The media type of the file.
    public var mediaType: String {
        switch self {
        case .pdf: "application/pdf"
        case .mp4: "video/mp4"
        case .quickTime: "video/quicktime"
        case .wav: "audio/wav"
        case .avi: "video/x-msvideo"
        case .zip: "application/zip"
        case .gzip: "application/gzip"
        }
    }
}
