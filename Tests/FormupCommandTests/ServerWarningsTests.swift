import BodyStreaming
import FormupCommand
import MultipartFormData
import Testing

struct ServerWarningsTests {
    @Test func aPlainFormRunsIntoNothing() {
        var form = MultipartForm()
        form.append(name: "a", text: "é")
        for index in 0..<20 {
            form.append(MultipartPart(name: "f\(index)", bytes: [1], filename: "a.png"))
        }
        #expect(ServerWarnings.warnings(for: form, bodyByteCount: 1_048_576) == [])
    }

    struct Row: Sendable {
        var words: [String]
        var bodyByteCount: Int64? = 100
        var build: @Sendable (inout MultipartForm) -> Void
    }

    @Test(arguments: [
        Row(words: ["max_file_uploads"]) { form in
            for _ in 0..<21 { form.append(MultipartPart(name: "f", bytes: [], filename: "a")) }
        },
        Row(words: ["max_input_vars"]) { form in
            for _ in 0..<1001 { form.append(name: "a", text: "") }
        },
        Row(words: ["upload_max_filesize"]) { form in
            let bytes = [UInt8](repeating: 0, count: 2 << 20 + 1)
            form.append(MultipartPart(name: "f", bytes: bytes, filename: "a"))
        },
        Row(words: ["client_max_body_size"], bodyByteCount: 1 << 20 + 1) { _ in },
        Row(words: ["post_max_size", "client_max_body_size"], bodyByteCount: 8 << 20 + 1) { _ in },
        Row(words: ["the length is unknown"], bodyByteCount: nil) { _ in },
        Row(words: ["\"ä.png\""]) { form in
            form.append(MultipartPart(name: "f", bytes: [], filename: "ä.png"))
        },
        Row(words: ["\"ä\""]) { $0.append(name: "ä", text: "") },
        Row(words: ["empty name"]) { form in
            form.append(MultipartPart(name: "f", bytes: [], filename: ""))
        },
        Row(words: ["has a content type"]) { form in
            form.append(MultipartPart(name: "j", text: "{}", contentType: "application/json"))
        },
    ])
    func whatServersDoByDefaultIsTold(_ row: Row) {
        var form = MultipartForm()
        row.build(&form)
        let warnings = ServerWarnings.warnings(for: form, bodyByteCount: row.bodyByteCount)
        #expect(warnings.count == row.words.count)
        for (warning, words) in zip(warnings, row.words) { #expect(warning.contains(words)) }
    }
}
