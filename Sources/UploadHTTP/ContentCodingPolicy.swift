internal import BodyStreaming

/// Decides what follows when a server refuses the content coding of a body.
///
/// Source: RFC 9110, section 15.5.16, https://www.rfc-editor.org/rfc/rfc9110#section-15.5.16
package enum ContentCodingPolicy {
    /// What to do with a response.
    package enum Decision: Sendable {
        /// It doesn't refuse a content coding.
        case accept
        /// Send this request, whose body has no coding.
        case resend(Request)
        /// The server refuses the coding, and the body can't be sent without it.
        case refuse(coding: String)
    }

    /// Decides on the answer to `request`.
    package static func decision(for response: Response, to request: Request) -> Decision {
        guard response.status == 415, let coding = request.fields["Content-Encoding"],
            coding.lowercased() != "identity", !accepts(coding, response.head.fields)
        else { return .accept }
        guard let body = request.uncodedBody,
            body.replayability == .always || !response.bodyWasRead
        else { return .refuse(coding: coding) }
        var next = request
        next.body = body
        next.uncodedBody = nil
        for name in ["Content-Encoding"] + digestFieldNames { next.fields.removeAll(name) }
        return .resend(next)
    }

    /// What is calculated from the coded bytes.
    private static let digestFieldNames = [
        "Content-Digest", "Repr-Digest", "Content-MD5", "Digest",
    ]

    /// Whether a server that answers with `fields` says that it takes `coding`, so that its reason
    /// must be another one, such as the type of the content.
    private static func accepts(_ coding: String, _ fields: HeaderFields) -> Bool {
        fields.members(of: "Accept-Encoding").contains { member in
            let parameters = HeaderFields.elements(of: member.utf8, separator: UInt8(ascii: ";"))
                .map { $0.lowercased() }
            let isRefused = parameters.dropFirst().contains { parameter in
                parameter.hasPrefix("q=") && Double(parameter.dropFirst(2)) == 0
            }
            return parameters.first == coding.lowercased() && !isRefused
        }
    }
}
