import BatchUpload

extension BatchArguments {
    private static let inputSection = "Uploads"
    private static let section = "Batch"
    private static let resultSection = "Results"

    /// The flags that say what is uploaded and how.
    package static let flags: [Flag<BatchArguments>] = inputFlags + batchFlags + resultFlags

    private static let inputFlags: [Flag<BatchArguments>] = [
        Flag(
            "each-name",
            .required("NAME"),
            section: inputSection,
            default: "file",
            help: "The name of the part that each path becomes, behind the fields"
        ) { (batch, value) throws(CommandFailure) in
            batch.fieldName = try value.text()
        },
        Flag(
            "paths-from",
            .required("FILE|-"),
            completion: .file,
            section: inputSection,
            default: "none",
            help: "Read paths from a file or standard input, a line each"
        ) { batch, value in
            batch.listPath = value.path
        },
        Flag(
            "null",
            short: "0",
            section: inputSection,
            default: "off",
            help: "The paths of --paths-from end with NUL, as find -print0 writes them"
        ) { batch, _ in
            batch.isListNULSeparated = true
        },
        Flag(
            "manifest",
            .required("FILE|-"),
            completion: .file,
            section: inputSection,
            default: "none",
            help: "Read uploads from JSON Lines with the keys id, url, method, headers, fields, "
                + "files, after and idempotencyKey; paths in it are relative to its folder"
        ) { batch, value in
            batch.manifestPath = value.path
        },
    ]

    private static let batchFlags: [Flag<BatchArguments>] = [
        Flag(
            "concurrency",
            short: "j",
            .required("N"),
            section: section,
            default: "8",
            help: "How many uploads run at once at most, repetitions included"
        ) { (batch, value) throws(CommandFailure) in
            batch.concurrency = try value.integer(in: 1...4096)
        },
        Flag(
            "adaptive",
            section: section,
            default: "off",
            help: "Let the number at once find its own size below the maximum"
        ) { batch, _ in
            batch.adaptsConcurrency = true
        },
        Flag(
            "fail-fast",
            section: section,
            default: "off",
            help: "Stop at the first failure: cancel what runs, skip the rest"
        ) { batch, _ in
            batch.failsFast = true
        },
        Flag(
            "shard",
            .required("I/N|auto"),
            section: section,
            default: "0/1",
            help: "Send only part I of N, from 0; auto takes JOB_COMPLETION_INDEX with "
                + "FORMUP_SHARDS, SLURM_ARRAY_TASK_ID with SLURM_ARRAY_TASK_COUNT, or "
                + "PARALLEL_SEQ with FORMUP_SHARDS"
        ) { (batch, value) throws(CommandFailure) in
            let text = try value.text()
            batch.shard =
                text == "auto"
                ? try ShardEnvironment.process.shard()
                : try CommandFailure.catching { () throws(BatchError) in try Shard(text) }
        },
        Flag(
            "dry-run",
            section: section,
            default: "off",
            help: "Show what would be sent, with exact lengths, and send nothing"
        ) { batch, _ in
            batch.isDryRun = true
        },
    ]

    private static let resultFlags: [Flag<BatchArguments>] = [
        Flag(
            "results",
            .required("FILE"),
            completion: .file,
            section: resultSection,
            default: "none",
            help: "Append a line of JSON when an upload begins and one when it has ended"
        ) { batch, value in
            batch.resultsPath = value.path
        },
        Flag(
            "resume",
            section: resultSection,
            default: "off",
            help: "Leave out what --results says has succeeded, if its files are unchanged"
        ) { batch, _ in
            batch.resumes = true
        },
        Flag(
            "retry-unknown",
            section: resultSection,
            default: "off",
            help: "With --resume, repeat what may have been carried out in an earlier run"
        ) { batch, _ in
            batch.retriesUnknown = true
        },
        Flag(
            "ordered",
            section: resultSection,
            default: "as they come",
            help: "Tell the results in the order of the input; at most 1024 wait for a slow one "
                + "before no other upload begins"
        ) { batch, _ in
            batch.keepsOrder = true
        },
        Flag(
            "failures",
            .required("FILE"),
            completion: .file,
            section: resultSection,
            default: "none",
            help: "Write what did not succeed and can be sent again without harm as a manifest; "
                + "the same command with --manifest FILE in place of its paths sends it"
        ) { batch, value in
            batch.failuresPath = value.path
        },
        Flag(
            "summary",
            .required("FILE"),
            completion: .file,
            section: resultSection,
            default: "none",
            help: "Write the counts to a file, as one JSON object"
        ) { batch, value in
            batch.summaryPath = value.path
        },
    ]
}
