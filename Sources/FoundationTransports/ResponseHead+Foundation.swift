internal import Foundation
internal import UploadHTTP

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension ResponseHead {
    /// What Foundation tells of a head: not the reason, and the fields in no order, those of one
    /// name as one.
    init(_ response: HTTPURLResponse) {
        self.init(status: response.statusCode)
        let lines = response.allHeaderFields.compactMap { name, value -> String? in
            guard let name = name as? String, let value = value as? String else { return nil }
            return "\(name): \(value)"
        }
        for line in lines.sorted() { fields.append(receivedLine: Array(line.utf8).span) }
    }

    /// The length that the field of this name tells, if URLSession hands over as many bytes.
    var announcedByteCount: Int64? {
        let coding = fields["Content-Encoding"]?.lowercased() ?? "identity"
        guard coding == "identity" else { return nil }
        return fields["Content-Length"].flatMap { Int64($0) }
    }
}
