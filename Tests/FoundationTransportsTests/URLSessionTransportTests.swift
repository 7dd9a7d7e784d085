import Testing

/// All that goes through URLSession, one test after the other: on Linux all sessions share a queue,
/// so that large transfers would distort the times of the others.
@Suite(.serialized) enum URLSessionTransportTests {}
