#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The command `formup-bench`.
@main
enum FormupBench {
    static func main() {
        signal(SIGPIPE, SIG_IGN)
        do {
            let options = try BenchmarkOptions.parse()
            if options.wantsHelp { return try print(HelpText.text) }
            if let role = options.role { return try role.run() }
            if options.listsNames { return try list(options) }
            try measure(options)
        } catch {
            fail(error)
        }
    }

    /// Measures on the threads of the concurrency pool, while the main thread waits for signals.
    private static func measure(_ options: BenchmarkOptions) throws(BenchmarkFailure) -> Never {
        let folder = try ScratchFolder(in: options.folder)
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for number in [SIGINT, SIGTERM] { unsafe sigaddset(&signals, number) }
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        Task.detached {
            do {
                let status =
                    options.runsLargeBatch
                    ? try await LargeBatchCommand(options: options, folder: folder).run()
                    : try await MeasureCommand(options: options, folder: folder).run()
                folder.remove()
                exit(status)
            } catch {
                folder.remove()
                fail(error)
            }
        }
        var number: CInt = 0
        while unsafe sigwait(&signals, &number) != 0 {}
        ChildProcess.terminateAll()
        folder.remove()
        _exit(130)
    }

    private static func list(_ options: BenchmarkOptions) throws(BenchmarkFailure) {
        let folder = try ScratchFolder(in: options.folder)
        defer { folder.remove() }
        let environment = BenchmarkEnvironment(
            sizes: options.isQuick ? .quick : .full,
            fixtures: Fixtures(in: folder)
        )
        for member in MeasureCommand.suites(options, in: environment).joined() {
            try print(member.name + "\n")
        }
    }

    private static func print(_ text: String) throws(BenchmarkFailure) {
        try SmallFile.write(Array(text.utf8), to: STDOUT_FILENO)
    }

    private static func fail(_ error: any Error) -> Never {
        try? SmallFile.write(Array("formup-bench: \(error)\n".utf8), to: STDERR_FILENO)
        exit((error as? BenchmarkFailure)?.status ?? 1)
    }
}
