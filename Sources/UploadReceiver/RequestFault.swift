/// Why a request is refused: what the answer says.
struct RequestFault: Error {
    var status: Int
    var message: String

    init(_ status: Int, _ message: String) {
        self.status = status
        self.message = message
    }
}
