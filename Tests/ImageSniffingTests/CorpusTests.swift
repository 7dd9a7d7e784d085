import ImageSniffing
import TestSupport
import Testing

@Suite struct CorpusTests {
    /// Why the sniffer rightly differs from a row of EXPECTED.tsv.
    static let exceptions: [String: String] = [:]

    @Test func everyExpectedRowIsRight() throws {
        guard let corpus = SniffCorpus() else { return }
        let rows = try corpus.rows(of: "EXPECTED.tsv")
        var table: [String: (right: Int, all: Int)] = [:]
        let clock = ContinuousClock()
        var spent = Duration.zero
        for row in rows {
            let path = row["path"]
            var result = SniffResult.unknown(nil)
            spent += try clock.measure {
                result = try ImageSniffer().sniff(fileAt: corpus.path(of: path))
            }
            let complaint = Self.complaint(about: result, expected: row)
            table[row["mime"], default: (0, 0)].all += 1
            if complaint == nil { table[row["mime"], default: (0, 0)].right += 1 }
            if let complaint, Self.exceptions[path] == nil {
                Issue.record("\(path): \(complaint)")
            }
        }
        for (type, count) in table.sorted(by: { $0.key < $1.key }) {
            print("\(type): \(count.right) of \(count.all)")
        }
        print("\(rows.count) files in \(spent)")
    }

    private static func complaint(
        about result: SniffResult,
        expected row: SniffCorpus.Row
    ) -> String? {
        guard case .found(let header) = result else { return "\(result)" }
        var complaints: [String] = []
        func check(_ name: String, _ found: String?, _ expected: String) {
            if !expected.isEmpty, found ?? "none" != expected {
                complaints.append("\(name) \(found ?? "none") instead of \(expected)")
            }
        }
        check("type", header.mediaType, row["mime"])
        check("width", header.width.map(String.init), row["width"])
        check("height", header.height.map(String.init), row["height"])
        let orientation = header.orientation.map { String($0.rawValue) } ?? ""
        if orientation != row["orientation"] {
            complaints.append("orientation \(orientation) instead of \(row["orientation"])")
        }
        check("frames", header.frameCount.map(String.init), row["frames"])
        check("animated", header.isAnimated.map { $0 ? "yes" : "no" }, row["animated"])
        return complaints.isEmpty ? nil : complaints.joined(separator: ", ")
    }
}
