internal import CCurl
internal import TransferLoops

extension SocketWatch {
    /// Takes over what libcurl says of a socket: one of the `CURL_POLL_` values.
    mutating func watch(_ socket: CInt, curlInterest: CInt) {
        let interest: Interest? =
            switch curlInterest {
            case CURL_POLL_IN: .reading
            case CURL_POLL_OUT: .writing
            case CURL_POLL_INOUT: .readingOrWriting
            default: nil
            }
        watch(socket, for: interest)
    }

    /// What a socket has, with libcurl's `CURL_CSELECT_` bits.
    ///
    /// As libcurl's own waiting has it: who reads finds the error or the end behind what came.
    func curlBits(of event: Event) -> CInt {
        let wanted = interest(in: event.socket) ?? []
        var bits: CInt = 0
        if event.isReadable || event.hasFailed && wanted.contains(.reading) {
            bits |= CURL_CSELECT_IN
        }
        if event.isWritable { bits |= CURL_CSELECT_OUT }
        if event.hasFailed && wanted.contains(.writing) || event.isInvalid {
            bits |= CURL_CSELECT_ERR
        }
        return bits
    }
}
