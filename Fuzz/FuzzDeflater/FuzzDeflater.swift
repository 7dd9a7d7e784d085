import FuzzProperties

/// What libFuzzer calls with each input.
@c(LLVMFuzzerTestOneInput)
public func fuzzDeflater(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe FuzzTarget.deflater.run(start, count)
}
