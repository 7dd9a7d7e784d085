#if canImport(Darwin)
public import Foundation

// The stream is abstract for its subclasses: what they leave out raises an exception.
extension BodyInputStream {
    /// The delegate, which hears nothing.
    public override var delegate: (any StreamDelegate)? {
        get { client }
        set { client = newValue }
    }

    /// Gives no access to a buffer.
    public override func getBuffer(
        _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
        length: UnsafeMutablePointer<Int>
    ) -> Bool {
        false
    }

    /// There are no properties.
    public override func property(forKey key: Stream.PropertyKey) -> Any? { nil }

    /// There are no properties.
    public override func setProperty(_ property: Any?, forKey key: Stream.PropertyKey) -> Bool {
        false
    }

    /// Does nothing: there are no events.
    public override func schedule(in runLoop: RunLoop, forMode mode: RunLoop.Mode) {}

    /// Does nothing: there are no events.
    public override func remove(from runLoop: RunLoop, forMode mode: RunLoop.Mode) {}

    // CFNetwork calls these on streams that it hasn't made; declining the client makes it read.

    @objc(_scheduleInCFRunLoop:forMode:)
    func scheduleInCFRunLoop(_ runLoop: CFRunLoop, forMode mode: CFString) {}

    @objc(_unscheduleFromCFRunLoop:forMode:)
    func unscheduleFromCFRunLoop(_ runLoop: CFRunLoop, forMode mode: CFString) {}

    @objc(_setCFClientFlags:callback:context:)
    func setCFClientFlags(
        _ flags: CFOptionFlags,
        callback: UnsafeRawPointer?,
        context: UnsafeRawPointer?
    ) -> Bool {
        false
    }
}
#endif
