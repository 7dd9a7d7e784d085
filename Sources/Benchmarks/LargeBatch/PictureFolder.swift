import BenchmarkHarness
import BodyStreaming

/// Files as people's pictures are: 8 to 200 KB, half of them less than 45 KB.
enum PictureFolder {
    /// Makes `count` files in `folder`.
    ///
    /// - Returns: Their paths, and how many bytes they have together.
    /// - Throws: Why a file can't be written.
    static func make(
        _ count: Int,
        in folder: LocalPath
    ) throws(BenchmarkFailure) -> (paths: [LocalPath], byteCount: Int64) {
        var sizes = SizeDistribution(
            median: 45_000,
            deviation: 0.7,
            limits: 8_000...200_000,
            seed: 4
        )
        let noise = Samples.noise(sizes.limits.upperBound)
        var byteCount: Int64 = 0
        var paths: [LocalPath] = []
        for index in 0..<count {
            let path = LocalPath(bytes: folder.bytes + "/\(index).jpg".utf8)
            let size = sizes.next()
            try SmallFile.write(Array(noise[..<size]), to: path)
            byteCount += Int64(size)
            paths.append(path)
        }
        return (paths, byteCount)
    }
}
