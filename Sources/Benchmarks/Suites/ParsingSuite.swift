import BenchmarkHarness
import BodyStreaming
import MultipartFormData

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Parsing forms that are in memory, beside the least that any parser has to do: looking at each
/// byte once.
enum ParsingSuite: BenchmarkSuite {
    private static let pieceByteCount = 65_536

    static func cases(in environment: BenchmarkEnvironment) -> [BenchmarkCase] {
        let byteCount = environment.sizes.byteCount / 4
        let work = Work(byteCount, .bytes)
        let parser = BenchmarkCase("parse/parser", work) { meter in
            let form = noise(byteCount)
            return try await parse(form, parts: 1, meter)
        }
        let floor = BenchmarkCase("parse/memchr", work) { meter in
            let input = try await bytes(of: noise(byteCount))
            return try await meter.measure {
                guard lineEndCount(input) > 0 else {
                    throw BenchmarkFailure.failure("the form has no line")
                }
            }
        }
        let growing = BenchmarkCase.growing("parse.bytes", work) { byteCount, meter in
            try await parse(noise(byteCount), parts: 1, meter)
        }
        let parts = Work(environment.sizes.partCount, .parts)
        let growingParts = BenchmarkCase.growing("parse.parts", parts) { count, meter in
            var form = MultipartForm()
            for index in 0..<count { form.append(name: "field\(index)", text: "\(index)") }
            return try await parse(form, parts: count, meter)
        }
        return [parser, floor] + growing + growingParts
    }

    private static func noise(_ byteCount: Int) -> MultipartForm {
        var form = MultipartForm()
        form.append(MultipartPart(name: "file", bytes: Samples.noise(byteCount), filename: "x.bin"))
        return form
    }

    private static func bytes(of form: MultipartForm) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await chunk in try form.body().chunks(of: 1 << 20) { bytes += chunk }
        return bytes
    }

    private static func parse(
        _ form: MultipartForm,
        parts expectedCount: Int,
        _ meter: Meter
    ) async throws -> Sample {
        let input = try await bytes(of: form)
        var options = MultipartParserOptions()
        options.maximumPartCount = .max
        return try await meter.measure {
            var parser = MultipartParser(boundary: form.boundary, options: options)
            var partCount = 0
            for start in stride(from: 0, to: input.count, by: pieceByteCount) {
                let piece = input.span.extracting(start..<min(start + pieceByteCount, input.count))
                var position = 0
                while let event = try parser.next(in: piece, from: &position) {
                    if case .partEnded = event { partCount += 1 }
                }
            }
            try parser.finish()
            guard partCount == expectedCount else {
                throw BenchmarkFailure.failure("\(partCount) parts were found")
            }
        }
    }

    private static func lineEndCount(_ input: [UInt8]) -> Int {
        unsafe input.withUnsafeBytes { buffer in
            guard var rest = buffer.baseAddress else { return 0 }
            let end = unsafe rest + buffer.count
            var count = 0
            while let found = unsafe memchr(rest, 0x0D, end - rest) {
                unsafe rest = UnsafeRawPointer(found) + 1
                count += 1
            }
            return count
        }
    }
}
