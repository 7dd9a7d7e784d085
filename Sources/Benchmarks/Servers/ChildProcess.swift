import BodyStreaming
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Another program, which gets a pipe as its standard input and one as its standard output.
final class ChildProcess: Sendable {
    /// The children that weren't told to end yet.
    private static let running = Mutex<Set<pid_t>>([])

    private let identifier: pid_t

    /// What the child writes to its standard output.
    let output: CInt

    /// Where its standard input comes from; it ends when this is closed.
    let input: CInt

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: The program.
    ///   - arguments: Its arguments, without its name.
    ///   - environment: What its environment has in addition.
    ///   - inherited: A descriptor that it gets as number 3; negative for none.
    /// - Throws: Why it can't be started.
    init(
        _ path: String,
        _ arguments: [String],
        environment: [String] = [],
        inherited: CInt = -1
    ) throws(BenchmarkFailure) {
        let toChild = try Self.makePipe()
        let fromChild = try Self.makePipe()
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        #else
        var actions = unsafe posix_spawn_file_actions_t()
        #endif
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, toChild.reading, STDIN_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, fromChild.writing, STDOUT_FILENO)
        if inherited >= 0 { unsafe posix_spawn_file_actions_adddup2(&actions, inherited, 3) }

        // The signals that this process waits for are blocked in it, which is inherited.
        #if canImport(Darwin)
        var attributes: posix_spawnattr_t?
        #else
        var attributes = posix_spawnattr_t()
        #endif
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

        var identifier = pid_t()
        let failure = unsafe Self.withCStrings([path] + arguments) { argumentPointers in
            unsafe Self.withCStrings(environment + Self.environment) { environmentPointers in
                unsafe posix_spawn(
                    &identifier,
                    path,
                    &actions,
                    &attributes,
                    argumentPointers,
                    environmentPointers
                )
            }
        }
        close(toChild.reading)
        close(fromChild.writing)
        input = toChild.writing
        output = fromChild.reading
        self.identifier = identifier
        guard failure == 0 else {
            throw .failure("\(path): \(SystemErrorText.words(for: failure))")
        }
        _ = Self.running.withLock { $0.insert(identifier) }
    }

    /// Starts this program in one of its roles, and returns when it serves.
    convenience init(_ role: ServerRole) throws(BenchmarkFailure) {
        #if os(Linux)
        let program = "/proc/self/exe"
        #else
        let program = CommandLine.arguments[0]
        #endif
        try self.init(program, ["--serve", role.rawValue])
    }

    deinit {
        close(output)
    }

    /// The first line of the output, without its end.
    func readLine() throws(BenchmarkFailure) -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while unsafe read(output, &byte, 1) == 1 {
            guard byte != UInt8(ascii: "\n") else { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        throw .failure("a server ended before it served")
    }

    /// Tells all children to end, without waiting for them.
    static func terminateAll() {
        for identifier in running.withLock({ $0 }) { kill(identifier, SIGTERM) }
    }

    /// Closes the input, and returns when the child has ended.
    func endInput() {
        close(input)
        wait()
    }

    /// Tells the child to end, and returns when it has.
    func terminate() {
        kill(identifier, SIGTERM)
        endInput()
    }

    private func wait() {
        _ = Self.running.withLock { $0.remove(identifier) }
        var status: CInt = 0
        while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    }

    /// A pipe whose ends wait and aren't inherited by other children.
    private static func makePipe() throws(BenchmarkFailure) -> (reading: CInt, writing: CInt) {
        do {
            let pipe = try SystemCalls.makePipe()
            _ = fcntl(pipe.reading, F_SETFL, 0)
            _ = fcntl(pipe.writing, F_SETFL, 0)
            return pipe
        } catch {
            throw .failure("can't make a pipe: \(SystemErrorText.words(for: error.number))")
        }
    }

    private static var environment: [String] {
        guard let path = unsafe getenv("PATH") else { return [] }
        return unsafe ["PATH=" + String(cString: path)]
    }

    private static func withCStrings(
        _ texts: [String],
        _ body: ([UnsafeMutablePointer<CChar>?]) -> CInt
    ) -> CInt {
        var pointers = unsafe texts.map { unsafe strdup($0) }
        unsafe pointers.append(nil)
        defer { unsafe pointers.forEach { unsafe free($0) } }
        return unsafe body(pointers)
    }
}
