import BatchUpload
import BodyStreaming
import TestSupport
import Testing

@Suite struct DependencyTests {
    private func line(_ identifier: String, _ number: Int, after: [String]) -> ManifestLine {
        var line = ManifestLine(number: number)
        line.identifier = identifier
        line.after = after
        return line
    }

    private func groups(_ items: [(String, [String])]) throws(BatchError) -> [Int] {
        var graph = DependencyGraph()
        for (offset, item) in items.enumerated() {
            try graph.add(line(item.0, offset + 1, after: item.1))
        }
        return try graph.groups()
    }

    @Test func whatDependsOnEachOtherIsOneGroup() throws {
        #expect(try groups([]).isEmpty)
        #expect(try groups([("a", []), ("b", [])]) == [0, 1])
        #expect(
            try groups([
                ("e", []), ("d", ["c"]), ("c", ["b", "a"]), ("b", []), ("a", []), ("f", ["e"]),
            ])
                == [0, 1, 1, 1, 1, 0]
        )
    }

    static let faults: [([(String, [String])], String)] = [
        ([("x", ["x"])], "the manifest has a cycle in \"after\": x after x"),
        ([("x", ["y"]), ("y", ["x"])], "the manifest has a cycle in \"after\": x after y after x"),
        (
            [("a", ["b"]), ("b", ["c"]), ("c", ["d"]), ("d", ["b", "e"]), ("e", [])],
            "the manifest has a cycle in \"after\": b after c after d after b"
        ),
        ([("x", ["nobody"])], "\"x\" is to start after \"nobody\", which is not in the manifest"),
        ([("x", []), ("x", [])], "line 2 of the manifest has the id \"x\" of an earlier line"),
    ]

    @Test(arguments: faults.indices) func whatCantWorkOutIsNamed(_ index: Int) {
        let error = #expect(throws: BatchError.self) { try groups(Self.faults[index].0) }
        #expect(error.map { "\($0)" } == Self.faults[index].1)
    }

    @Test func aLongChainNeedsNoDeepStack() throws {
        let count = 100_000
        let items = (0..<count).map { ("\($0)", $0 + 1 < count ? ["\($0 + 1)"] : []) }
        #expect(try groups(items) == [Int](repeating: 0, count: count))
    }

    @Test func anItemStartsWhenTheLastOneBeforeItHasSucceeded() {
        var schedule = DependencySchedule<String>()
        #expect(schedule.admit("c", as: "c", after: ["a", "b", "a"]).ready.isEmpty)
        #expect(schedule.admit("a", as: "a", after: []).ready == ["a"])
        #expect(schedule.admit("b", as: "b", after: ["a"]).ready.isEmpty)
        #expect(schedule.end("a", hasSucceeded: true).ready == ["b"])
        #expect(schedule.admit("d", as: "d", after: ["a"]).ready == ["d"])
        #expect(schedule.end("b", hasSucceeded: true).ready == ["c"])
        #expect(schedule.waitingCount == 0)
    }

    @Test func aFailureSkipsAllThatDependOnItThroughOthersToo() {
        var schedule = DependencySchedule<String>()
        _ = schedule.admit("d", as: "d", after: ["c", "e"])
        _ = schedule.admit("c", as: "c", after: ["b"])
        _ = schedule.admit("b", as: "b", after: [])
        let release = schedule.end("b", hasSucceeded: false)
        #expect(release.ready.isEmpty)
        #expect(release.skipped.map(\.item) == ["c", "d"])
        #expect(release.skipped.map(\.because) == ["b", "c"])
        let late = schedule.admit("f", as: "f", after: ["d"])
        #expect(late.skipped.map(\.because) == ["d"])
    }

    @Test func whatWaitsForNothingThatIsThereIsGivenUp() {
        var schedule = DependencySchedule<String>()
        _ = schedule.admit("x", as: "x", after: ["y"])
        _ = schedule.admit("y", as: "y", after: ["x"])
        #expect(schedule.giveUp() == ["x", "y"])
        #expect(schedule.waitingCount == 0)
    }

    /// Random graphs without cycles, in random order: everything comes out once, after what it
    /// depends on.
    @Test(arguments: 0..<40) func everythingIsReleasedOnceAndInOrder(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let count = Int.random(in: 1...30, using: &generator)
        let after = (0..<count).map { item in
            (0..<Int.random(in: 0...min(item, 3), using: &generator)).map { _ in
                Int.random(in: 0..<item, using: &generator)
            }
        }
        let fails = (0..<count).map { _ in Int.random(in: 0..<6, using: &generator) == 0 }
        var schedule = DependencySchedule<Int>()
        var ended: [Int: Bool] = [:]
        var running: [Int] = []
        func take(_ release: DependencySchedule<Int>.Release) {
            for item in release.ready {
                #expect(after[item].allSatisfy { ended[$0] == true })
                running.append(item)
            }
            for (item, _) in release.skipped {
                #expect(ended.updateValue(false, forKey: item) == nil)
            }
        }
        for item in (0..<count).shuffled(using: &generator) {
            take(schedule.admit(item, as: "\(item)", after: after[item].map { "\($0)" }))
            if !running.isEmpty, Bool.random(using: &generator) {
                let next = running.removeFirst()
                #expect(ended.updateValue(!fails[next], forKey: next) == nil)
                take(schedule.end("\(next)", hasSucceeded: !fails[next]))
            }
        }
        while !running.isEmpty {
            let next = running.removeFirst()
            #expect(ended.updateValue(!fails[next], forKey: next) == nil)
            take(schedule.end("\(next)", hasSucceeded: !fails[next]))
        }
        #expect(ended.count == count && schedule.waitingCount == 0)
        for item in 0..<count {
            #expect(ended[item] == (!fails[item] && after[item].allSatisfy { ended[$0] == true }))
        }
    }

    // MARK: Survey

    @Test func aSurveyCountsAndFindsWhatIsWrongBeforeAnythingIsSent() throws {
        func survey(_ text: String) throws(BatchError) -> ManifestSurvey {
            try ManifestSurvey { () throws(BatchError) in try UploadLines(manifest: Body(text)) }
        }
        let plain = try survey("{}\n{}\n")
        #expect(plain.count == 2 && !plain.hasDependencies)
        let linked = try survey("{\"id\":\"a\"}\n{\"after\":[\"a\"]}\n")
        #expect(linked.count == 2 && linked.hasDependencies)
        for text in ["{\"after\":[\"x\"]}", "{}\n{", "{\"id\":\"a\",\"after\":[\"a\"]}"] {
            #expect(throws: BatchError.self) { try survey(text) }
        }
    }

    @Test func linesComeInOrderWhateverEndsFirst() {
        var order = InputOrder<Int>()
        for index in [0, 2, 3, 7] { order.expect(index) }
        #expect(order.complete(7, 70).isEmpty)
        #expect(order.complete(2, 20).isEmpty)
        #expect(order.heldCount == 2)
        #expect(order.complete(0, 0) == [0, 20])
        #expect(order.complete(3, 30) == [30, 70])
        order.expect(9)
        #expect(order.complete(9, 90) == [90] && order.heldCount == 0)
    }
}
