import FormupCommand
import TestSupport
import Testing

struct HelpTests {
    private let command = CommandDescription.formup
    private let directory: TemporaryDirectory
    private let formup: FormupProcess

    init() throws {
        directory = try TemporaryDirectory()
        formup = FormupProcess(folder: directory.path)
    }

    @Test func everyFlagStandsInTheHelpWithItsDefault() {
        for verb in command.verbs {
            let text = HelpText.text(of: verb.description, flags: verb.flags, command: "formup")
            let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            for flag in verb.flags {
                #expect(words.contains("\(flag.usage) \(flag.help) (default: \(flag.standard))"))
            }
            #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
        }
    }

    @Test func everyVerbStandsInTheHelpOfTheCommand() {
        let text = HelpText.text(of: command)
        for verb in command.verbs { #expect(text.contains("  \(verb.description.name) ")) }
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test func namesAreUniqueWithinAVerb() {
        for verb in command.verbs {
            let names = verb.flags.map(\.name)
            let shorts = verb.flags.compactMap(\.short)
            #expect(Set(names).count == names.count, "\(verb.description.name)")
            #expect(Set(shorts).count == shorts.count, "\(verb.description.name)")
        }
    }

    @Test func theManualPageHoldsEveryFlagAndEscapesHyphens() {
        let page = ManualPage.text(of: command)
        #expect(page.hasPrefix(".TH FORMUP 1 "))
        #expect(page.contains("\\-\\-normalize\\-newlines"))
        #expect(page.contains(".SH ENCODE"))
        #expect(page.utf8.allSatisfy { $0 < 0x80 })
        for line in page.split(separator: "\n") where line.hasPrefix(".") {
            #expect(
                [".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".br"].contains { line.hasPrefix($0) }
            )
        }
    }

    @Test(arguments: Shell.allCases)
    func completionsNameEveryFlag(_ shell: Shell) {
        let script = shell.completions(of: command)
        for verb in command.verbs {
            #expect(script.contains(verb.description.name))
            for flag in verb.flags {
                #expect(script.contains(shell == .fish ? "-l \(flag.name)" : flag.spelling))
            }
        }
    }

    @Test func aShellReadsItsCompletions() throws {
        let outcome = try formup.shell(
            """
            "$FORMUP" completions bash > formup.bash && bash -c '
            source ./formup.bash
            COMP_WORDS=(formup encode --pro); COMP_CWORD=2; _formup; echo "${COMPREPLY[@]}"
            COMP_WORDS=(formup enc); COMP_CWORD=1; _formup; echo "${COMPREPLY[@]}"
            COMP_WORDS=(formup encode --via k); COMP_CWORD=3; _formup; echo "${COMPREPLY[@]}"
            '
            """
        )
        #expect(
            String(decoding: outcome.output, as: UTF8.self) == "--prove-boundary\nencode\nkernel\n"
        )
    }

    @Test func textIsPrintedWhateverElseIsOnTheLine() throws {
        for line in [["--help"], ["encode", "--help"], ["encode", "--file", "f=absent", "-h"]] {
            let outcome = try formup.run(line)
            #expect(outcome.status == 0 && outcome.error.isEmpty)
            #expect(outcome.output.starts(with: Array("Usage: formup".utf8)))
        }
        let version = try formup.run("--version")
        #expect(String(decoding: version.output, as: UTF8.self) == "formup \(command.version)\n")
    }

    @Test(arguments: [
        ([], "verb"), (["frobnicate"], "frobnicate"), (["--nonsense"], "--nonsense"),
        (["completions"], "bash|zsh|fish"), (["completions", "tcsh"], "bash|zsh|fish"),
    ])
    func aWrongVerbIsAUsageError(_ line: [String], _ words: String) throws {
        expectUsageError(try formup.run(line), words)
    }
}
