import CurlTransports
import UploadHTTP

extension RequestArguments {
    private static let connectionSection = "Connection"

    private static let proxySchemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]

    /// The flags that say how connections are made.
    static let connectionFlags: [Flag<RequestArguments>] = [
        Flag(
            "proxy",
            short: "x",
            .required("URL"),
            section: connectionSection,
            default: "http_proxy, https_proxy, all_proxy and no_proxy",
            help: "The proxy: http, https, socks4, socks4a, socks5 or socks5h; an empty text for "
                + "none"
        ) { (request, value) throws(CommandFailure) in
            let text = try value.text()
            if let end = text.firstRange(of: "://")?.lowerBound {
                let scheme = text[..<end].lowercased()
                guard proxySchemes.contains(scheme) else {
                    throw .usage("\(value.flag): a proxy can't be reached by \(scheme)")
                }
            }
            request.configuration.proxy = text.isEmpty ? .none : .url(text)
        },
        Flag(
            "unix-socket",
            .required("PATH"),
            completion: .file,
            section: connectionSection,
            default: "none",
            help: "A socket of this machine to connect to"
        ) { request, value in
            request.configuration.unixSocketPath = value.path
        },
        Flag(
            "cacert",
            .required("FILE"),
            completion: .file,
            section: connectionSection,
            default: "the system's",
            help: "The certificates to trust, PEM"
        ) { request, value in
            request.configuration.tls.trustedCertificatesPath = value.path
        },
        Flag(
            "cert",
            .required("FILE"),
            completion: .file,
            section: connectionSection,
            default: "none",
            help: "The client's certificate, PEM"
        ) { request, value in
            request.configuration.tls.certificatePath = value.path
        },
        Flag(
            "key",
            .required("FILE"),
            completion: .file,
            section: connectionSection,
            default: "in the certificate's file",
            help: "The private key of the client's certificate, PEM"
        ) { request, value in
            request.configuration.tls.privateKeyPath = value.path
        },
        Flag(
            "insecure",
            short: "k",
            section: connectionSection,
            default: "off",
            help: "Take any certificate: anybody in between can read and change everything"
        ) { request, _ in
            request.configuration.tls.acceptsAnyCertificate = true
        },
        Flag(
            "http1.1",
            section: connectionSection,
            default: "on",
            help: "Use HTTP/1.1"
        ) { request, _ in
            request.configuration.httpVersion = .http1
        },
        Flag(
            "http2",
            section: connectionSection,
            default: "off",
            help: "Use HTTP/2 where TLS agrees on it"
        ) { request, _ in
            request.configuration.httpVersion = .http2
        },
    ]

    /// The flags that say how long things may take; 0 switches a timer off.
    static let timerFlags: [Flag<RequestArguments>] = [
        timer("connect-timeout", "10", \.connect, help: "Until the connection is there"),
        timer("stall-timeout", "30", \.stall, help: "Without a byte moving in either direction"),
        timer(
            "response-timeout",
            "300",
            \.response,
            help: "From the last byte sent to the first of the answer"
        ),
        timer("max-time", short: "m", "none", \.total, help: "For everything, retries included"),
    ]

    private static func timer(
        _ name: String,
        short: Character? = nil,
        _ standard: String,
        _ path: any WritableKeyPath<Timers, Duration?> & Sendable,
        help: String
    ) -> Flag<RequestArguments> {
        Flag(
            name,
            short: short,
            .required("SECONDS"),
            section: "Time limits",
            default: standard,
            help: help + "; 0 for no limit"
        ) { (request, value) throws(CommandFailure) in
            let duration = try value.seconds()
            request.options.timers[keyPath: path] = duration > .zero ? duration : nil
        }
    }
}
