import FuzzProperties

/// What libFuzzer calls with each input.
@c(LLVMFuzzerTestOneInput)
public func fuzzJournalFile(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe FuzzTarget.journalFile.run(start, count)
}
