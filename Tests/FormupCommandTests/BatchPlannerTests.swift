import BatchUpload
import BodyStreaming
import FormupCommand
import MultipartFormData
import TestSupport
import Testing
import UploadHTTP

struct BatchPlannerTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private var heldCount: Int { OpenDescriptors.count(under: directory.path) }

    private func line(fileCount: Int) throws -> ManifestLine {
        var line = ManifestLine(number: 1)
        for index in 0..<fileCount {
            let path = try directory.file("\(index).bin", Array("GIF89a".utf8))
            line.files.append(ManifestLine.File(name: "f", path: path))
        }
        return line
    }

    private func planner(_ template: MultipartForm) throws -> BatchPlanner {
        try BatchPlanner(
            FormArguments(),
            template: template,
            request: RequestArguments(),
            url: RequestURL("http://127.0.0.1:1/"),
            input: BatchInput(BatchArguments(), paths: [])
        )
    }

    private func prepared(_ line: ManifestLine, _ template: MultipartForm) async throws -> Request {
        let plan = try planner(template).plan(line)
        #expect(heldCount == 0)
        return try await plan.prepare(ItemKey(high: 1, low: 2))
    }

    @Test(arguments: [(1, 1), (2, 0)])
    func aFileStaysOpenOnlyIfItIsTheOnlyOneOfItsRequest(fileCount: Int, held: Int) async throws {
        let line = try line(fileCount: fileCount)
        var request: Request? = try await prepared(line, MultipartForm())
        #expect(heldCount == held)
        #expect(
            try await request?.body?.collected().count == Int(try #require(request?.body?.length))
        )
        request = nil
        #expect(heldCount == 0)
    }

    @Test func noFileStaysOpenBesideThatOfEveryForm() async throws {
        let line = try line(fileCount: 1)
        var template = MultipartForm()
        template.append(
            MultipartPart(name: "t", content: try Body(file: directory.file("t", [1, 2])))
        )
        let request = try await prepared(line, template)
        #expect(heldCount == 0)
        _ = request
    }

    @Test func aFileThatWasReplacedBeforeItWasOpenedIsNotSent() async throws {
        let line = try line(fileCount: 1)
        let plan = try planner(MultipartForm()).plan(line)
        try directory.file("other", Array("GIF87a".utf8)).replace(line.files[0].path)
        let request = try await plan.prepare(ItemKey(high: 1, low: 2))
        await #expect(throws: BodyError.self) { _ = try await request.body?.collected() }
    }

    @Test func eachFormHasABoundaryOfItsOwn() async throws {
        let planner = try planner(MultipartForm())
        var types: Set<String?> = []
        for _ in 0..<40 {
            let request = try await planner.plan(line(fileCount: 1)).prepare(
                ItemKey(high: 1, low: 2)
            )
            types.insert(request.fields["Content-Type"])
        }
        #expect(types.count == 40)
    }
}
