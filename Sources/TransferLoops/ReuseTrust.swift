/// What is known of an origin's kept connections.
///
/// Some servers close a connection right behind an answer, without having said so. A request that
/// crosses this end is lost, and nobody can tell whether it was read. So the first request that is
/// not repeatable and uses a connection again sends its header, and holds its content back for a
/// moment: a request without its content can't be carried out, and may be sent again.
package enum ReuseTrust: Equatable {
    /// No kept connection has been used.
    case unproven
    /// One has answered a second request.
    case proven
    /// One ended under a request: until then those that are not repeatable get connections of their
    /// own.
    case broken(until: ContinuousClock.Instant)

    /// How long the first content is held back.
    package static let holdingTime = Duration.milliseconds(25)

    /// How long an end is held against an origin.
    package static let memory = Duration.seconds(60)
}
