import Foundation
import UploadReceiver

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A connection to a receiver that sends any bytes.
final class RawClient {
    private let descriptor: CInt

    init(_ receiver: UploadReceiver) throws {
        #if canImport(Glibc)
        let kind = CInt(SOCK_STREAM.rawValue)
        #else
        let kind = CInt(SOCK_STREAM)
        #endif
        descriptor = socket(AF_INET, kind, 0)
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        let limitByteCount = socklen_t(MemoryLayout<timeval>.size)
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, limitByteCount)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = receiver.port.bigEndian
        name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = unsafe withUnsafePointer(to: &name) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe connect(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    }

    deinit {
        close(descriptor)
    }

    /// Sends all of `bytes`; says whether the receiver took them.
    @discardableResult
    func send(_ bytes: some Sequence<UInt8>) -> Bool {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { buffer in
                unsafe systemSend(descriptor, buffer.baseAddress, buffer.count, CInt(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(text.utf8) }

    /// Says that nothing more will be sent.
    func endOutput() {
        _ = shutdown(descriptor, CInt(SHUT_WR))
    }

    /// All bytes up to the end of the connection; `nil` if it is reset.
    func receiveAll() -> String? {
        var bytes: [UInt8] = []
        while let more = receive() {
            if more.isEmpty { return String(decoding: bytes, as: UTF8.self) }
            bytes += more
        }
        return nil
    }

    /// Receives until `text` has come; `nil` if the connection ends before.
    func receive(through text: String) -> String? {
        var bytes: [UInt8] = []
        while let more = receive(), !more.isEmpty {
            bytes += more
            let received = String(decoding: bytes, as: UTF8.self)
            if received.contains(text) { return received }
        }
        return nil
    }

    private func receive() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe buffer.withUnsafeMutableBytes { memory in
            unsafe recv(descriptor, memory.baseAddress, memory.count, 0)
        }
        return count < 0 ? nil : Array(buffer.prefix(count))
    }
}

private func systemSend(
    _ descriptor: CInt,
    _ bytes: UnsafeRawPointer?,
    _ count: Int,
    _ flags: CInt
) -> Int {
    unsafe send(descriptor, bytes, count, flags)
}
