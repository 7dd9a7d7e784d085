import FuzzProperties

/// What libFuzzer calls with each input.
@c(LLVMFuzzerTestOneInput)
public func fuzzContentDisposition(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe FuzzTarget.contentDisposition.run(start, count)
}
