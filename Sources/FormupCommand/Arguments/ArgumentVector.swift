/// The arguments of the process where the system put them.
///
/// `CommandLine.arguments` would hold each as a `String`, which mends bytes that aren't UTF-8 and
/// takes a few dozen bytes more for each of a hundred thousand arguments.
@safe
package struct ArgumentVector {
    /// The pointers; the parser permutes them.
    package let base: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    /// How many there are, the command's name included.
    package let count: Int

    /// Creates a view of `count` C strings, which must outlive it.
    package init(base: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, count: Int) {
        unsafe self.base = unsafe base
        self.count = count
    }

    /// The arguments of this process.
    package static var process: ArgumentVector {
        unsafe ArgumentVector(base: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    }

    /// The bytes of an argument; none behind the last.
    package subscript(index: Int) -> [UInt8] {
        precondition(index >= 0, "arguments are counted from 0")
        guard index < count, let start = unsafe base[index] else { return [] }
        return unsafe Self.bytes(of: start)
    }

    /// The arguments behind the first, which takes the place of the command's name.
    package func dropFirst() -> ArgumentVector {
        guard count > 0 else { return self }
        return unsafe ArgumentVector(base: base + 1, count: count - 1)
    }

    /// The bytes of a C string.
    package static func bytes(of start: UnsafePointer<CChar>) -> [UInt8] {
        var count = 0
        while unsafe start[count] != 0 { count += 1 }
        return unsafe UnsafeBufferPointer(start: start, count: count).map(UInt8.init(bitPattern:))
    }
}
