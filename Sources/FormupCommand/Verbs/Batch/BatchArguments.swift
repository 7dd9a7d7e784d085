package import BatchUpload
package import BodyStreaming

/// How the command line says that a batch is carried out.
package struct BatchArguments: Sendable {
    /// How many uploads run at once at most.
    package var concurrency = 8

    /// Whether their number finds its own size below that.
    package var adaptsConcurrency = false

    /// Whether the first failure stops the batch.
    package var failsFast = false

    /// The results file, if there is one.
    package var resultsPath: LocalPath?

    /// Whether what succeeded in an earlier run is left out.
    package var resumes = false

    /// Whether what may have been carried out in an earlier run is repeated.
    package var retriesUnknown = false

    /// Which part of the batch is sent.
    package var shard = Shard.whole

    /// Whether results are recorded in the order of the input.
    package var keepsOrder = false

    /// Whether the uploads are only described.
    package var isDryRun = false

    /// Where a manifest of what did not succeed goes, if it was asked for.
    package var failuresPath: LocalPath?

    /// Where a summary goes, if it was asked for.
    package var summaryPath: LocalPath?

    /// The name of the file part that a path becomes.
    package var fieldName = "file"

    /// The list of paths, if there is one; `-` is standard input.
    package var listPath: LocalPath?

    /// Whether a NUL stands behind each path of the list, in the place of a line feed.
    package var isListNULSeparated = false

    /// The manifest, if there is one; `-` is standard input.
    package var manifestPath: LocalPath?

    /// Creates the defaults.
    package init() {}

    /// Checks what contradicts itself.
    ///
    /// - Throws: A usage error.
    package func check() throws(CommandFailure) {
        guard manifestPath == nil || listPath == nil else {
            throw .usage("--manifest and --paths-from can't both be used")
        }
        guard listPath != nil || !isListNULSeparated else {
            throw .usage("-0 is of use only with --paths-from")
        }
        guard resultsPath != nil || !resumes else {
            throw .usage("--resume needs the --results of the earlier run")
        }
        guard resumes || !retriesUnknown else {
            throw .usage("--retry-unknown is of use only with --resume")
        }
    }
}
