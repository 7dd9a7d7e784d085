internal import BodyStreaming

/// What a line of a results file says about an item.
package struct JournalEntry: Sendable, Hashable {
    /// What the item is recognised by.
    package var key: ItemKey
    /// The 0-based position of the item in the input.
    package var index: Int64
    /// How the item ended; `nil` if it began.
    package var outcome: OutcomeKind?
    /// Whether a failure may pass.
    package var isRetryable = false

    /// Why a line can't be used.
    package enum Fault: Error, Hashable {
        /// It is no line of a results file, or only a part of one.
        case torn
        /// It has a version that this program doesn't know.
        case version(Int64)
    }

    /// Reads a line; members that are of no interest are skipped.
    package init(_ line: ArraySlice<UInt8>) throws(Fault) {
        var draft = Draft()
        do {
            try draft.read(line)
        } catch {
            throw .torn
        }
        guard let version = draft.version else { throw .torn }
        guard version == Journal.version else { throw .version(version) }
        guard let key = draft.key, draft.hasStarted != (draft.outcome != nil) else { throw .torn }
        self.key = key
        index = draft.index
        outcome = draft.outcome
        isRetryable = draft.isRetryable
    }

    /// Whether the line counts more than an earlier line of its item, which has the outcome
    /// `earlier` or is a begin; what was not begun is as it was before.
    package func replaces(_ earlier: OutcomeKind?) -> Bool {
        switch (outcome, earlier) {
        case (nil, _), (.succeeded, _), (.unknown, _), (.respondedEarly, _): true
        case (_, nil), (_, .failed), (_, .cancelled), (_, .skipped): true
        case (_, .succeeded), (_, .unknown), (_, .respondedEarly): false
        }
    }

    private struct Draft {
        var version: Int64?
        var key: ItemKey?
        var index: Int64 = 0
        var hasStarted = false
        var outcome: OutcomeKind?
        var isRetryable = false

        mutating func read(_ line: ArraySlice<UInt8>) throws(JSONFault) {
            var reader = JSONReader(line)
            try reader.beginObject()
            while let member = try reader.nextKey() {
                switch member {
                case "v": version = try reader.integer()
                case "key": key = try ItemKey(reader.string().utf8)
                case "index": index = try reader.integer()
                case "started": hasStarted = try reader.boolean()
                case "outcome": outcome = try OutcomeKind(rawValue: reader.string())
                case "error": try readError(&reader)
                default: try reader.skipValue()
                }
            }
            try reader.finish()
        }

        private mutating func readError(_ reader: inout JSONReader) throws(JSONFault) {
            try reader.beginObject()
            while let member = try reader.nextKey() {
                switch member {
                case "retryable": isRetryable = try reader.boolean()
                default: try reader.skipValue()
                }
            }
        }
    }
}
