import BodyStreaming

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The command `formup`.
@main
enum FormupCommand {
    static func main() {
        StandardStream.occupyClosedDescriptors()
        Interruption.block()
        // The main actor never runs: the main thread waits for signals.
        Task.detached { exit(await status(for: .process).rawValue) }
        Interruption.wait()
    }

    /// Carries out a command line and reports what went wrong with it.
    private static func status(for arguments: ArgumentVector) async -> ExitStatus {
        do {
            return try await run(arguments)
        } catch {
            Diagnostics.report(error.description)
            return error.status
        }
    }

    private static func run(
        _ arguments: ArgumentVector
    ) async throws(CommandFailure) -> ExitStatus {
        guard arguments.count > 1 else {
            throw .usage("a verb is missing; `formup --help` lists them")
        }
        let name = arguments[1]
        if name.first == UInt8(ascii: "-") { return try runWithoutVerb(arguments) }
        guard let verb = VerbCatalog.verb(named: name) else {
            let text = String(decoding: name, as: UTF8.self)
            throw .usage("there is no verb \"\(text)\"; `formup --help` lists them")
        }
        return try await run(verb, arguments.dropFirst())
    }

    private static func run<V: Verb>(
        _ verb: V.Type,
        _ arguments: ArgumentVector
    ) async throws(CommandFailure) -> ExitStatus {
        if let verb = try V.parse(arguments) {
            let work = Task { () async -> Result<ExitStatus, CommandFailure> in
                do throws(CommandFailure) {
                    return .success(try await verb.run())
                } catch {
                    return .failure(error)
                }
            }
            Interruption.cancels { work.cancel() }
            return try await work.value.get()
        }
        let command = CommandDescription.formup.name
        try StandardStream.output.write(
            HelpText.text(of: V.description, flags: V.flagDescriptions, command: command)
        )
        return .success
    }

    private static func runWithoutVerb(
        _ arguments: ArgumentVector
    ) throws(CommandFailure) -> ExitStatus {
        let command = CommandDescription.formup
        var chosen: CommandFlag?
        _ = try OptionScanner(command.flags).scan(arguments) { index, _ in
            chosen = chosen ?? CommandFlag.allCases[index]
        }
        switch chosen {
        case .help: try StandardStream.output.write(HelpText.text(of: command))
        case .version: try StandardStream.output.write("\(command.name) \(command.version)\n")
        case .man: try StandardStream.output.write(ManualPage.text(of: command))
        case nil: throw .usage("a verb is missing; `formup --help` lists them")
        }
        return .success
    }
}
