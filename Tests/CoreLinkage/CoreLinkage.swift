import BatchUpload
import BodyStreaming
import ImageSniffing
import MultipartFormData
import UploadHTTP
import ZlibCompression

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A program that links the core and nothing else; it prints the libraries that it has loaded.
@main
enum CoreLinkage {
    static func main() {
        #if os(Linux)
        guard let maps = unsafe fopen("/proc/self/maps", "r") else { return }
        defer { unsafe _ = fclose(maps) }
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        while unsafe getline(&line, &capacity, maps) > 0, let text = unsafe line {
            print(unsafe String(cString: text), terminator: "")
        }
        unsafe free(line)
        #endif
    }
}
