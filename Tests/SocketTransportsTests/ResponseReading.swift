import SocketTransports
import UploadHTTP

/// What a reader made of the bytes of a connection.
struct ResponseReading: Equatable, CustomStringConvertible {
    /// The heads, in order, as status and fields.
    var heads: [String] = []
    var content: [UInt8] = []
    var trailers = ""
    var hasEnded = false
    var endsWithConnection = false
    var keepsConnection = false
    /// Where the answer ended, if it did.
    var endOffset: Int?
    var error: String?

    /// Reads pieces one after the other.
    init(_ pieces: [ArraySlice<UInt8>], method: String = "POST") {
        var reader = ResponseReader(method: method)
        var offset = 0
        pieces: for piece in pieces {
            var position = 0
            do throws(TransportError) {
                while let event = try reader.next(in: piece.span, from: &position) {
                    switch event {
                    case .informational(let head): heads.append("(\(head.text))")
                    case .head(let head): heads.append(head.text)
                    case .content(let range):
                        content += piece[(piece.startIndex + range.lowerBound)...]
                            .prefix(range.count)
                    case .end:
                        hasEnded = true
                        endOffset = offset + position
                        break pieces
                    }
                }
            } catch {
                self.error = error.kind.name
                break
            }
            offset += piece.count
        }
        trailers = reader.trailers.text
        endsWithConnection = reader.endsWithConnection
        keepsConnection = reader.keepsConnection
    }

    init(_ wire: String, method: String = "POST") {
        self.init([Array(wire.utf8)[...]], method: method)
    }

    var description: String {
        "\(heads) \(String(decoding: content, as: UTF8.self).debugDescription) \(trailers) "
            + "hasEnded: \(hasEnded), untilClose: \(endsWithConnection), "
            + "keeps: \(keepsConnection), end: \(endOffset ?? -1), error: \(error ?? "none")"
    }
}

extension ResponseHead {
    fileprivate var text: String { "\(status) \(reason)|\(fields.text)" }
}

extension HeaderFields {
    fileprivate var text: String { fields.map { "\($0.name)=\($0.value)" }.joined(separator: ",") }
}
