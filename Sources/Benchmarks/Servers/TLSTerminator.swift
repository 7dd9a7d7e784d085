import BodyStreaming

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// An nginx that undoes TLS and hands requests on to a server on this machine.
final class TLSTerminator: Sendable {
    private let process: ChildProcess

    /// The port that it listens on.
    let port: UInt16

    /// Starts nginx before the server on `target`.
    ///
    /// The socket listens before nginx starts, which takes it over, so that connections that are
    /// made meanwhile wait.
    ///
    /// Source: nginx, `ngx_add_inherited_sockets`, https://nginx.org/en/docs/control.html#upgrade
    ///
    /// - Parameters:
    ///   - target: The port of the server.
    ///   - folder: Where its files go.
    /// - Throws: SkippedCase if nginx or openssl isn't installed.
    init(to target: UInt16, in folder: LocalPath) throws {
        let nginx = try Self.program("nginx")
        let openssl = try Self.program("openssl")
        let certificate = try ChildProcess(
            openssl,
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                "-nodes", "-days", "2", "-subj", "/CN=localhost",
                "-keyout", "\(folder.string)/key.pem", "-out", "\(folder.string)/certificate.pem",
            ]
        )
        certificate.endInput()
        let listener = try LoopbackSocket.listening()
        defer { close(listener.descriptor) }
        port = listener.port
        let configuration = Self.configuration(port: port, target: target, folder: folder.string)
        let path = folder.string + "/nginx.conf"
        try SmallFile.write(Array(configuration.utf8), to: LocalPath(path))
        process = try ChildProcess(
            nginx,
            ["-p", folder.string, "-e", folder.string + "/error.log", "-c", path],
            environment: ["NGINX=3;"],
            inherited: listener.descriptor
        )
    }

    /// Where it can be reached.
    var url: String { "https://127.0.0.1:\(port)/" }

    /// Stops it, and returns when it has ended.
    func stop() {
        process.terminate()
    }

    private static func program(_ name: String) throws(SkippedCase) -> String {
        for folder in ["/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin"] {
            let path = "\(folder)/\(name)"
            if unsafe access(path, X_OK) == 0 { return path }
        }
        throw SkippedCase(reason: "\(name) is not installed")
    }

    private static func configuration(port: UInt16, target: UInt16, folder: String) -> String {
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "\($0)_temp_path \(folder)/\($0);" }
        return """
            daemon off;
            worker_processes 1;
            pid \(folder)/nginx.pid;
            events { worker_connections 1024; }
            http {
                access_log off;
                \(temporary.joined(separator: " "))
                client_max_body_size 0;
                keepalive_requests 1000000;
                upstream target { server 127.0.0.1:\(target); keepalive 256; }
                server {
                    listen 127.0.0.1:\(port) ssl;
                    ssl_certificate \(folder)/certificate.pem;
                    ssl_certificate_key \(folder)/key.pem;
                    location / {
                        proxy_pass http://target;
                        proxy_http_version 1.1;
                        proxy_set_header Connection "";
                        proxy_request_buffering off;
                    }
                }
            }

            """
    }
}
