import TestSupport

extension FormupProcess {
    /// Runs `formup post` against a server that does these steps.
    ///
    /// - Returns: What the run left behind, and what came.
    func post(
        _ steps: [Script.Step],
        _ flags: [String]
    ) async throws -> (outcome: Outcome, requests: [ScriptedRequest]) {
        let server = try ScriptedServer(steps)
        defer { server.stop() }
        let outcome = try run(["post", server.url()] + flags)
        await server.settle()
        return (outcome, server.requests)
    }

    /// Runs `formup post` against a server that does these steps.
    func post(
        _ steps: [Script.Step],
        _ flags: String...
    ) async throws -> (outcome: Outcome, requests: [ScriptedRequest]) {
        try await post(steps, flags)
    }
}
