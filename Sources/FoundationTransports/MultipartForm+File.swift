internal import BodyStreaming
public import Foundation
public import MultipartFormData
internal import UploadHTTP

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

extension MultipartForm {
    /// Writes the encoded form into a file, which is what background sessions upload.
    ///
    /// The file is written under a temporary name next to it and renamed when it is complete, so
    /// that `url` never shows a part of a form; a file that is there is replaced. Only this user may
    /// read it. The request needs the form's ``MultipartForm/contentType`` as `Content-Type`.
    ///
    /// - Parameter url: A file URL.
    /// - Returns: The size of the file in bytes.
    /// - Throws: ``FormBridgeError``; nothing is left behind then. A cancelled task ends with
    ///   ``BodyError/cancelled`` in ``FormBridgeError/body(_:)``.
    @concurrent
    @discardableResult
    public func write(toFile url: URL) async throws(FormBridgeError) -> Int64 {
        guard url.isFileURL, let path = LocalPath(url) else {
            throw .notAFile(url: url.absoluteString)
        }
        let body: Body
        do {
            body = try self.body()
        } catch {
            throw .form(error)
        }
        let temporaryPath = path.temporarySibling()
        do throws(FormBridgeError) {
            let byteCount = try await Self.write(body, to: temporaryPath, for: path)
            do throws(SystemCallError) {
                try temporaryPath.renameFile(to: path)
            } catch {
                throw .file(path: path, errno: error.number)
            }
            return byteCount
        } catch {
            temporaryPath.removeFile()
            throw error
        }
    }

    /// Writes a body into a new file, which will have the name of `path`.
    private static func write(
        _ body: Body,
        to temporaryPath: LocalPath,
        for path: LocalPath
    ) async throws(FormBridgeError) -> Int64 {
        let descriptor = unsafe temporaryPath.withCString {
            unsafe open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        }
        guard descriptor >= 0 else { throw .file(path: path, errno: errno) }
        defer { close(descriptor) }
        do {
            return try await body.write(to: descriptor).byteCount
        } catch .output(_, _, let errno) {
            throw .file(path: path, errno: errno)
        } catch {
            throw .body(error)
        }
    }
}

extension LocalPath {
    /// The path of a file URL, byte for byte.
    init?(_ url: URL) {
        let bytes = unsafe url.withUnsafeFileSystemRepresentation { path -> [UInt8]? in
            guard let path = unsafe path else { return nil }
            return unsafe Array(UnsafeRawBufferPointer(start: path, count: strlen(path)))
        }
        guard let bytes, !bytes.isEmpty else { return nil }
        self.init(bytes: bytes)
    }
}
