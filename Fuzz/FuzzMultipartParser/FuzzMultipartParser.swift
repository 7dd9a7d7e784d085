import FuzzProperties

/// What libFuzzer calls with each input.
@c(LLVMFuzzerTestOneInput)
public func fuzzMultipartParser(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe FuzzTarget.multipartParser.run(start, count)
}
