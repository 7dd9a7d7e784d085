package import UploadHTTP

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Asks the system for the addresses of hosts.
package enum NameResolution {
    /// What came of it.
    package enum Outcome: Sendable {
        /// The addresses, in the order in which to try them.
        case found([SocketAddress])
        /// What the system says.
        case failed(LibraryFailure)
    }

    /// The address that `host` itself is; `nil` if it is a name. Doesn't wait.
    package static func address(_ host: String) -> Outcome? {
        guard let first = host.utf8.first, first.decimalDigit != nil || host.utf8.contains(0x3A)
        else { return nil }
        let outcome = resolve(host, flags: AI_NUMERICHOST)
        if case .failed = outcome { return nil }
        return outcome
    }

    /// The addresses of `host`. Waits for the network.
    package static func addresses(_ host: String) -> Outcome {
        resolve(host, flags: 0)
    }

    private static func resolve(_ host: String, flags: CInt) -> Outcome {
        var hints = unsafe addrinfo()
        unsafe hints.ai_flags = flags
        #if canImport(Glibc)
        unsafe hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        #else
        unsafe hints.ai_socktype = CInt(SOCK_STREAM)
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        let code = unsafe getaddrinfo(host, nil, &hints, &list)
        guard code == 0 else {
            let words = unsafe gai_strerror(code).map { unsafe String(cString: $0) } ?? ""
            return .failed(LibraryFailure(name: "getaddrinfo", code: Int(code), words: words))
        }
        defer { unsafe freeaddrinfo(list) }
        var addresses: [SocketAddress] = []
        var next = unsafe list
        while let entry = unsafe next {
            if let name = unsafe entry.pointee.ai_addr,
                let address = unsafe SocketAddress(name, byteCount: entry.pointee.ai_addrlen)
            {
                addresses.append(address)
            }
            unsafe next = entry.pointee.ai_next
        }
        return .found(alternating(addresses))
    }

    /// The addresses with the families in turn, so that a family that leads nowhere costs one wait.
    ///
    /// Source: RFC 8305, section 4, https://www.rfc-editor.org/rfc/rfc8305#section-4
    package static func alternating(_ addresses: [SocketAddress]) -> [SocketAddress] {
        guard let family = addresses.first?.family else { return [] }
        var first = addresses.filter { $0.family == family }[...]
        var second = addresses.filter { $0.family != family }[...]
        var result: [SocketAddress] = []
        while result.count < addresses.count {
            if let address = first.popFirst() { result.append(address) }
            if let address = second.popFirst() { result.append(address) }
        }
        return result
    }
}
