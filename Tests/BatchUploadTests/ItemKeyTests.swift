import BatchUpload
import BodyStreaming
import TestSupport
import Testing
import UploadHTTP

@Suite struct ItemKeyTests {
    private static let state = FileIdentity(
        device: 1,
        inode: 2,
        byteCount: 3,
        modificationNanoseconds: 4
    )

    private func identity(
        method: String = "POST",
        url: String = "https://example.org/up",
        fields: [(String, String)] = [("album", "x")],
        path: LocalPath = "/a.jpg",
        range: Range<Int64>? = nil,
        state: FileIdentity? = state
    ) throws -> ItemIdentity {
        var identity = ItemIdentity(method: method, url: try RequestURL(url))
        for (name, value) in fields { identity.append(field: name, value: value) }
        identity.append(file: "file", path: path, range: range, state: state)
        return identity
    }

    /// The keys stand in results files, so they must never change.
    @Test func theKeyIsTheSameForEver() throws {
        #expect(try identity().key().description == "e77602582d985e4f37821529c1e88391")
        #expect(try identity().key(ordinal: 1).description == "c7e9eed8c6d3b63abce92745e5ad1936")
        #expect(try identity().placement().description == "09a669bd680f3e2264193c0af005ac85")
    }

    /// livepeer/ui-kit#37
    @Test func queryAndUserInformationDontCount() throws {
        let key = try identity().key()
        for url in [
            "https://example.org/up?sig=1", "https://example.org/up?sig=2",
            "https://user:secret@example.org/up", "HTTPS://EXAMPLE.org:443/up#x",
        ] {
            #expect(try identity(url: url).key() == key)
        }
    }

    /// transloadit/uppy#561
    @Test func everythingElseCounts() throws {
        var other = Self.state
        other.byteCount += 1
        var touched = Self.state
        touched.modificationNanoseconds += 1
        let identities = [
            try identity(),
            try identity(method: "PUT"),
            try identity(url: "https://example.net/up"),
            try identity(url: "http://example.org/up"),
            try identity(url: "https://example.org:8443/up"),
            try identity(url: "https://example.org/other"),
            try identity(fields: []),
            try identity(fields: [("album", "y")]),
            try identity(fields: [("albu", "mx")]),
            try identity(fields: [("album", "x"), ("", "")]),
            try identity(path: "/b.jpg"),
            try identity(path: LocalPath(bytes: [0x2F, 0xFF])),
            try identity(path: LocalPath(bytes: [0x2F, 0xFE])),
            // Two file names that a string calls equal.
            try identity(path: LocalPath("/\u{E4}")),
            try identity(path: LocalPath("/a\u{308}")),
            try identity(range: 0..<1),
            try identity(state: nil),
            try identity(state: other),
            try identity(state: touched),
        ]
        let keys = identities.map { $0.key() } + [identities[0].key(ordinal: 1)]
        #expect(Set(keys).count == keys.count)
    }

    @Test func thePlacementDependsOnNoStateOfAFile() throws {
        #expect(try identity().placement() == identity(state: nil).placement())
        #expect(try identity().placement() != identity().placement(ordinal: 1))
        #expect(try identity(path: "/b.jpg").placement() != identity().placement())
    }

    @Test func digitsAreReadAsTheyAreWritten() throws {
        let key = ItemKey(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210)
        #expect(key.description == "0123456789abcdeffedcba9876543210")
        #expect(ItemKey(key.description.utf8) == key)
        #expect(key.idempotencyKey.value == key.description)
        for text in ["", "0", "0123456789ABCDEFFEDCBA9876543210", key.description + "0"] {
            #expect(ItemKey(text.utf8) == nil)
        }
    }

    @Test func repetitionsAreCountedAmongManyKeys() {
        var generator = SeededGenerator(seed: 7)
        var counter = RepeatCounter()
        var known: [ItemKey: Int] = [:]
        var keys: [ItemKey] = []
        for _ in 0..<100_000 {
            let isRepeat = !keys.isEmpty && Int.random(in: 0..<10, using: &generator) == 0
            let key =
                isRepeat
                ? keys[Int.random(in: 0..<keys.count, using: &generator)]
                : ItemKey(high: generator.next(), low: generator.next())
            if !isRepeat { keys.append(key) }
            #expect(counter.count(key) == known[key, default: 0])
            known[key, default: 0] += 1
        }
    }

    @Test func shardsTogetherAreTheWholeOnce() throws {
        var generator = SeededGenerator(seed: 1)
        for count in [1, 2, 3, 7, 100] {
            let shards = try (0..<count).map { try Shard(index: $0, count: count) }
            var sizes = [Int](repeating: 0, count: count)
            for _ in 0..<5_000 {
                let key = ItemKey(high: generator.next(), low: generator.next())
                let owners = shards.indices.filter { shards[$0].contains(key) }
                #expect(owners.count == 1)
                sizes[owners.first ?? 0] += 1
            }
            #expect(sizes.allSatisfy { $0 > 5_000 / count / 2 })
        }
    }

    @Test func aShardIsBelowItsCount() throws {
        #expect(try Shard("2/3") == Shard(index: 2, count: 3))
        #expect(try Shard("0/1") == .whole)
        for text in ["3/3", "-1/3", "1", "1/", "/2", "1/2/3", "a/b", "0/0", "1/-2", ""] {
            #expect(throws: BatchError.self, "\(text)") { try Shard(text) }
        }
    }
}
