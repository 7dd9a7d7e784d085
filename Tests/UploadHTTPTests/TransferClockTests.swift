import Testing
import UploadHTTP

struct TransferClockTests {
    private let begin = ContinuousClock.now

    /// Asks `clock` every `step` for 20 seconds.
    ///
    /// - Returns: The timer that ran out and when, in milliseconds.
    private func firstTimeout(
        _ timers: Timers,
        step: Duration = .milliseconds(50),
        stage: (Duration) -> TransferClock.Stage,
        hasMoved: (Duration) -> Bool = { _ in false },
        sample: (Duration) -> TransferClock.Sample
    ) -> (timer: UploadTimer, milliseconds: Int)? {
        var clock = TransferClock(timers, at: begin)
        var time = Duration.zero
        while time < .seconds(20) {
            time += step
            if hasMoved(time) { clock.hasMoved = true }
            let timeout = clock.check(at: begin + time, stage: stage(time)) { sample(time) }
            if let timeout { return (timeout.timer, Int(time / .milliseconds(1))) }
        }
        return nil
    }

    private let timers = Timers(stall: .seconds(4), response: .seconds(2))

    @Test func nothingMoving() {
        let timeout = firstTimeout(timers, stage: { _ in .moving }) { _ in
            TransferClock.Sample(sent: 10, unacknowledged: 10)
        }
        #expect(timeout?.timer == .stall)
        #expect((4000...5000).contains(timeout?.milliseconds ?? 0))
    }

    @Test func callbacksKeepTheStallTimerFromRunningOut() {
        let timeout = firstTimeout(timers, stage: { _ in .moving }, hasMoved: { _ in true }) { _ in
            TransferClock.Sample(sent: 10, unacknowledged: 10)
        }
        #expect(timeout == nil)
    }

    @Test func acknowledgementsKeepTheStallTimerFromRunningOut() {
        let timeout = firstTimeout(timers, stage: { _ in .moving }) { time in
            TransferClock.Sample(sent: 10, unacknowledged: 1_000_000 - Int64(time / .seconds(1)))
        }
        #expect(timeout == nil)
    }

    @Test func theResponseTimerStartsWhenThePeerHasEverything() {
        let timeout = firstTimeout(timers, stage: { _ in .bodySent }) { time in
            TransferClock.Sample(
                sent: 10,
                unacknowledged: max(0, 10 - Int64(time / .seconds(1)))
            )
        }
        #expect(timeout?.timer == .response)
        #expect((12_000...13_000).contains(timeout?.milliseconds ?? 0))
    }

    @Test func aPeerThatAcknowledgesNoMoreStallsAlsoAfterTheBody() {
        let timeout = firstTimeout(timers, stage: { _ in .bodySent }) { _ in
            TransferClock.Sample(sent: 10, unacknowledged: 5)
        }
        #expect(timeout?.timer == .stall)
    }

    @Test func theStallTimerDoesNotRunWhileAPeerThinks() {
        let patient = Timers(stall: .seconds(1), response: .seconds(15))
        let timeout = firstTimeout(patient, stage: { _ in .bodySent }) { _ in
            TransferClock.Sample(sent: 10, unacknowledged: 0)
        }
        #expect(timeout?.timer == .response)
        #expect((15_000...15_500).contains(timeout?.milliseconds ?? 0))
    }

    @Test func nothingRunsWhileTheBodyHasNothing() {
        let timeout = firstTimeout(
            timers,
            stage: { $0 < .seconds(10) ? .untimed : .moving },
            sample: { _ in TransferClock.Sample(sent: 10, unacknowledged: 0) }
        )
        #expect(timeout?.timer == .stall)
        #expect((14_000...15_000).contains(timeout?.milliseconds ?? 0))
    }

    @Test func theTotalTimerRunsAlways() {
        let short = Timers(stall: nil, response: nil, total: .seconds(3))
        let timeout = firstTimeout(short, stage: { _ in .untimed }, hasMoved: { _ in true }) { _ in
            TransferClock.Sample(sent: 0, unacknowledged: 0)
        }
        #expect(timeout?.timer == .total)
        #expect(timeout?.milliseconds == 3000)
    }

    @Test func timersThatAreOffNeverRunOut() {
        let off = Timers(connect: nil, stall: nil, response: nil, total: nil)
        for stage in [TransferClock.Stage.untimed, .moving, .bodySent] {
            let timeout = firstTimeout(off, stage: { _ in stage }) { _ in
                TransferClock.Sample(sent: 0, unacknowledged: 0)
            }
            #expect(timeout == nil)
        }
    }
}
