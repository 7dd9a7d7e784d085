internal import BodyStreaming

/// Decides which request follows a redirect.
///
/// Source: RFC 9110, section 15.4, https://www.rfc-editor.org/rfc/rfc9110#section-15.4
public struct RedirectPolicy: Sendable, Hashable {
    /// Whether redirects are followed; on by default.
    public var followsRedirects = true

    /// How many redirects in a row are followed; 10 by default.
    public var maximumCount = 10

    /// Creates the default policy.
    public init() {}

    /// What to do with a response.
    package enum Decision: Sendable {
        /// It is no redirect, or redirects are not followed.
        case accept
        /// Send this request.
        case follow(Request)
        /// The redirect can't be followed.
        case refuse(RedirectRefusal)
    }

    /// Decides on the answer to `request`.
    ///
    /// - Parameters:
    ///   - response: The answer.
    ///   - request: What was answered.
    ///   - count: How many redirects were followed before.
    /// - Returns: What to do.
    package func decision(
        for response: Response,
        to request: Request,
        count: Int
    ) -> Decision {
        guard followsRedirects, [301, 302, 303, 307, 308].contains(response.status) else {
            return .accept
        }
        guard let location = response.head.fields["Location"], !location.isEmpty else {
            return .refuse(.missingLocation(status: response.status))
        }
        guard count < maximumCount else { return .refuse(.tooMany(limit: maximumCount)) }
        let url: RequestURL
        do {
            url = try request.url.resolving(location)
        } catch {
            return .refuse(.invalidLocation(error))
        }
        let becomesGet =
            response.status == 303 && request.method != "HEAD"
            || [301, 302].contains(response.status) && request.method == "POST"
        var next = becomesGet ? Request(request, knownMethod: "GET") : request
        if becomesGet {
            next.body = nil
            next.uncodedBody = nil
            next.options.expectsContinue = false
            next.options.idempotencyKey = nil
            next.fields.removeContentFields()
        } else if let body = request.body, body.replayability == .once, response.bodyWasRead {
            return .refuse(.bodyNotReplayable(status: response.status))
        }
        if url.origin != request.url.origin { next.fields.removeCredentials() }
        next.url = url
        return .follow(next)
    }
}

/// Why a redirect can't be followed.
@nonexhaustive
public enum RedirectRefusal: Error, Sendable, Hashable {
    /// The response with this `status` names no place to go to.
    case missingLocation(status: Int)
    /// The place to go to is no URL that a request can be sent to.
    case invalidLocation(RequestError)
    /// More redirects in a row than the `limit`.
    case tooMany(limit: Int)
    /// The body would have to be sent again, but can be read only once.
    case bodyNotReplayable(status: Int)
}

extension RedirectRefusal: CustomStringConvertible {
    /// One line that says why.
    public var description: String {
        switch self {
        case .missingLocation(let status):
            "the answer \(status) is a redirect, but has no Location"
        case .invalidLocation(let error): "the redirect can't be followed: \(error)"
        case .tooMany(let limit): "more than \(limit) redirects"
        case .bodyNotReplayable(let status):
            "the answer \(status) asks for the body again, but it can be read only once"
        }
    }
}

extension HeaderFields {
    /// Drops what describes a content, for a request that has none any more.
    package mutating func removeContentFields() {
        let others = ["Transfer-Encoding", "Expect", "Trailer", "Digest", "Last-Modified"]
        fields.removeAll { field in
            field.name.lowercased().hasPrefix("content-")
                || others.contains { Self.isSame($0, field.name) }
        }
    }

    /// Drops what belongs to one origin: credentials, cookies, and the name of the host.
    package mutating func removeCredentials() {
        fields.removeAll { Redaction.standard.hides($0.name) || Self.isSame($0.name, "Host") }
    }
}
