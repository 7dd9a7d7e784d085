import BodyStreaming
import Testing

@Suite struct WayPickerTests {
    private static let step = 1 << 20

    /// Moves `byteCount` bytes at these costs and tells how many each way moved.
    private func run(
        _ picker: inout WayPicker,
        _ byteCount: Int64,
        kernel: Double,
        copy: Double
    ) -> (kernel: Int64, copy: Int64) {
        var moved: (kernel: Int64, copy: Int64) = (0, 0)
        while moved.kernel + moved.copy < byteCount {
            switch picker.way {
            case .kernel:
                moved.kernel += Int64(Self.step)
                picker.record(
                    byteCount: Self.step,
                    nanoseconds: Int64(kernel * Double(Self.step))
                )
            case .copy:
                moved.copy += Int64(Self.step)
                picker.record(byteCount: Self.step, nanoseconds: Int64(copy * Double(Self.step)))
            }
        }
        return moved
    }

    @Test func goesOnWithTheCheaperWay() {
        for (kernel, copy) in [(0.1, 0.2), (0.3, 0.2)] {
            var picker = WayPicker()
            let moved = run(&picker, 64 << 20, kernel: kernel, copy: copy)
            let dearer = kernel < copy ? moved.copy : moved.kernel
            #expect(dearer == 2 * WayPicker.trialByteCount)
        }
    }

    @Test func changesItsMindWhenTheCostsChange() {
        var picker = WayPicker()
        _ = run(&picker, 64 << 20, kernel: 0.1, copy: 0.2)
        #expect(picker.way == .kernel)
        _ = run(&picker, 512 << 20, kernel: 0.4, copy: 0.2)
        #expect(picker.way == .copy)
    }

    @Test func keepsItsMindWhenOneTrialIsALittleBetter() {
        var picker = WayPicker()
        _ = run(&picker, 64 << 20, kernel: 0.2, copy: 0.3)
        _ = run(&picker, 1 << 30, kernel: 0.2, copy: 0.18)
        #expect(picker.way == .kernel)
    }

    @Test func triesTheDearerWayRarely() {
        var picker = WayPicker()
        let moved = run(&picker, 4 << 30, kernel: 0.1, copy: 0.2)
        #expect(Double(moved.copy) / Double(moved.kernel + moved.copy) < 0.02)
    }

    @Test func fixedWayStays() {
        var picker = WayPicker(always: .copy)
        #expect(!picker.isMeasuring)
        let moved = run(&picker, 1 << 30, kernel: 0.1, copy: 0.2)
        #expect(moved.kernel == 0)
    }

    @Test func staysWithTheBufferOnceTheKernelRefused() {
        var picker = WayPicker()
        picker.giveUpKernel()
        let moved = run(&picker, 1 << 30, kernel: 0.1, copy: 0.2)
        #expect(moved.kernel == 0)
    }
}
