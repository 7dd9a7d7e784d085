import FormupCommand
import Foundation

/// A command line in memory, as the system passes one.
@safe
struct TestArguments {
    private let arguments: [[UInt8]]

    init(_ arguments: [[UInt8]]) {
        self.arguments = arguments
    }

    /// Calls `body` with the arguments as C strings.
    func withVector(_ body: (ArgumentVector) throws -> Void) rethrows {
        let strings = UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>.allocate(
            capacity: arguments.count + 1
        )
        unsafe strings.initialize(repeating: nil)
        for (index, argument) in arguments.enumerated() {
            unsafe strings[index] = strdup(argument.map { CChar(bitPattern: $0) } + [0])
        }
        defer {
            for index in strings.indices { unsafe free(strings[index]) }
            unsafe strings.deallocate()
        }
        guard let base = strings.baseAddress else { return }
        try body(unsafe ArgumentVector(base: base, count: arguments.count))
    }
}
