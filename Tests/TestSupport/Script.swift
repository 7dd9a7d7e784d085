/// Ready-made steps for a ``ScriptedServer``.
package enum Script {
    package typealias Step = ScriptedServer.Step

    /// What follows an answer that comes before the body was read.
    package enum Ending: Sendable, CaseIterable {
        /// The server's sending ends; it doesn't read, and closes when the client does.
        case close
        /// The server reads on.
        case read
        /// The server closes with unread bytes, which the system makes a reset of.
        case abrupt
        /// The server resets the connection.
        case reset
        /// The server neither reads nor closes.
        case stall
    }

    /// Reads the body and answers.
    package static func answer(
        _ status: Int,
        _ body: String = "ok",
        _ fields: [(String, String)] = [],
        rate: Int? = nil
    ) -> Step {
        { connection, request in
            try connection.readBody(&request, rate: rate)
            try connection.respond(status, body, fields)
            return true
        }
    }

    /// Reads the body, sends exactly these bytes, and closes.
    package static func raw(_ text: String) -> Step {
        { connection, request in
            try connection.readBody(&request)
            try connection.send(text)
            return false
        }
    }

    /// Answers after `count` bytes of the body.
    package static func early(
        _ status: Int,
        _ ending: Ending,
        after count: Int = 0,
        _ fields: [(String, String)] = []
    ) -> Step {
        { connection, request in
            if count > 0 { try connection.readBody(&request, limit: count) }
            try connection.respond(status, "early", fields + [("Connection", "close")])
            switch ending {
            case .close:
                connection.endSending()
                connection.hold()
            case .read: connection.drain()
            case .abrupt: break
            case .reset: connection.reset()
            case .stall: connection.hold()
            }
            return false
        }
    }

    /// Sends exactly these bytes before the body, and then neither reads nor closes.
    package static func unended(_ text: String) -> Step {
        { connection, _ in
            try connection.send(text)
            connection.hold()
            return false
        }
    }

    /// Reads the body and never answers.
    package static let silence: Step = { connection, request in
        try connection.readBody(&request)
        connection.hold()
        return false
    }

    /// Reads nothing of the body.
    package static let stall: Step = { connection, _ in
        connection.hold()
        return false
    }

    /// Reads the body and closes; with a reset if asked.
    package static func lost(reset: Bool = false) -> Step {
        { connection, request in
            try connection.readBody(&request)
            if reset { connection.reset() }
            return false
        }
    }

    /// Resets the connection after `count` bytes of the body.
    package static func reset(after count: Int) -> Step {
        { connection, request in
            try connection.readBody(&request, limit: count)
            connection.reset()
            return false
        }
    }

    /// Says that the connection stays, and closes it.
    package static let staleAnswer: Step = { connection, request in
        try connection.readBody(&request)
        try connection.respond(200, "ok", [("Connection", "keep-alive")])
        connection.end()
        return false
    }

    /// Reads the body and redirects.
    package static func redirect(_ status: Int, to location: String) -> Step {
        answer(status, "moved", [("Location", location)])
    }
}
