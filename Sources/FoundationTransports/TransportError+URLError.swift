package import Foundation
package import UploadHTTP

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension LibraryFailure {
    init(_ error: any Error) {
        let error = error as NSError
        self.init(name: "URLSession", code: error.code, words: error.localizedDescription)
    }
}

extension TransportError.Kind {
    /// What an error of URLSession stands for.
    ///
    /// - Parameters:
    ///   - code: The error.
    ///   - isConnected: Whether anything had been sent or received.
    ///   - isInHandshake: Whether TLS had to be agreed on first, and nothing shows that it was.
    ///   - head: The response's head, if it had come.
    ///   - timers: Those of the request.
    package init(
        _ code: URLError.Code,
        isConnected: Bool,
        isInHandshake: Bool,
        head: ResponseHead?,
        timers: Timers
    ) {
        self =
            switch code {
            case .cannotFindHost, .dnsLookupFailed: .hostNotFound
            case .cannotConnectToHost, .notConnectedToInternet, .internationalRoamingOff,
                .callIsActive, .dataNotAllowed:
                .connectionFailed
            case .secureConnectionFailed, .serverCertificateHasBadDate,
                .serverCertificateUntrusted, .serverCertificateHasUnknownRoot,
                .serverCertificateNotYetValid, .clientCertificateRejected,
                .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
                .tlsFailed
            case .timedOut:
                isConnected
                    ? .timedOut(.stall, limit: timers.stall ?? .zero)
                    : .timedOut(.connect, limit: timers.connect ?? .zero)
            case .networkConnectionLost, .requestBodyStreamExhausted:
                head == nil ? .connectionLost : .responseTruncated
            case .badServerResponse: Self.badServerResponse
            case .cannotParseResponse: .invalidResponse
            case .cannotDecodeContentData, .cannotDecodeRawData:
                .undecodableResponse(coding: head?.fields["Content-Encoding"] ?? "")
            case .unsupportedURL where isConnected: .invalidResponse
            case .unknown where head != nil: .responseTruncated
            // On Linux these have no code of their own, those of connections have.
            case .unknown where isInHandshake: .tlsFailed
            default: .library
            }
    }

    /// On Linux the error of a connection that ended before an answer, else of one without sense.
    private static var badServerResponse: TransportError.Kind {
        #if canImport(FoundationNetworking)
        .connectionLost
        #else
        .invalidResponse
        #endif
    }

    /// Whether no connection was made, so that no byte of the request was taken.
    var isBeforeRequest: Bool {
        switch self {
        case .hostNotFound, .connectionFailed, .tlsFailed, .timedOut(.connect, _),
            .unsupportedOption, .bodyTooLarge:
            true
        default: false
        }
    }
}
