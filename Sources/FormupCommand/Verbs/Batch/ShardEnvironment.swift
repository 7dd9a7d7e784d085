package import BatchUpload

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Which part of a batch this process is, as what started it says.
package struct ShardEnvironment: Sendable {
    private let value: @Sendable (String) -> String?

    /// Creates an environment that looks variables up with `value`.
    package init(_ value: @escaping @Sendable (String) -> String?) {
        self.value = value
    }

    /// The environment of this process.
    package static let process = ShardEnvironment { name in
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// The shard.
    ///
    /// - Throws: A usage error if no pair of variables is there, or if they make no shard.
    package func shard() throws(CommandFailure) -> Shard {
        // GNU parallel counts from 1, and a Slurm array from wherever it was told to.
        let candidates = [
            ("JOB_COMPLETION_INDEX", "FORMUP_SHARDS", nil),
            ("SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", value("SLURM_ARRAY_TASK_MIN") ?? "0"),
            ("PARALLEL_SEQ", "FORMUP_SHARDS", "1"),
        ]
        for (indexName, countName, first) in candidates {
            guard let index = value(indexName) else { continue }
            guard let count = value(countName) else {
                throw .usage("--shard auto: \(indexName) is set, but \(countName) is not")
            }
            guard let number = Int(index), let total = Int(count), let start = Int(first ?? "0")
            else { throw .usage("--shard auto: \(indexName) and \(countName) are no numbers") }
            return try CommandFailure.catching { () throws(BatchError) in
                try Shard(index: number - start, count: total)
            }
        }
        throw .usage(
            "--shard auto: neither JOB_COMPLETION_INDEX, SLURM_ARRAY_TASK_ID nor PARALLEL_SEQ is set"
        )
    }
}
