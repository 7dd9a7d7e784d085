import BenchmarkHarness
import BodyStreaming
import MultipartFormData

/// Building a form of parts that are there, and laying it out.
enum LayoutSuite: BenchmarkSuite {
    /// What a form consists of.
    private enum Content: String, CaseIterable {
        case fields
        case files
        case alternating

        /// A part; its file need not be there, since nothing is read.
        func part(_ index: Int) -> MultipartPart {
            let isField = self == .fields || (self == .alternating && index.isMultiple(of: 2))
            guard !isField else { return MultipartPart(name: "field\(index)", text: "\(index)") }
            let identity = FileIdentity(
                device: 1,
                inode: UInt64(index),
                byteCount: 45_000,
                modificationNanoseconds: 0
            )
            return MultipartPart(
                name: "photo",
                filename: "\(index).jpg",
                contentType: "image/jpeg",
                content: Body(
                    FileRegion(path: LocalPath("/photos/\(index).jpg"), identity: identity)
                )
            )
        }
    }

    static func cases(in environment: BenchmarkEnvironment) -> [BenchmarkCase] {
        let all = environment.sizes.partCount
        return Content.allCases.flatMap { content in
            [1, 100, all].map { count in
                // Small forms are laid out often enough to be measured.
                BenchmarkCase("layout/\(content.rawValue)/\(count)", Work(all, .parts)) { meter in
                    try await layOut(content, count: count, repetitions: all / count, meter)
                }
            }
                + BenchmarkCase.growing("layout.\(content.rawValue)", Work(all, .parts)) {
                    try await layOut(content, count: $0, repetitions: 1, $1)
                }
        }
    }

    private static func layOut(
        _ content: Content,
        count: Int,
        repetitions: Int,
        _ meter: Meter
    ) async throws -> Sample {
        let parts = (0..<count).map(content.part)
        return try await meter.measure {
            for _ in 0..<repetitions {
                var form = MultipartForm()
                for part in parts { form.append(part) }
                let layout = try form.layout()
                guard layout.body.length ?? 0 > 0 else {
                    throw BenchmarkFailure.failure("the form has no bytes")
                }
            }
        }
    }
}
