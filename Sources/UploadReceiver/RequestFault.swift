/// Why a request is refused: what the answer says.
package struct RequestFault: Error {
    /// The status of the answer.
    package var status: Int

    /// One line for people.
    package var message: String

    init(_ status: Int, _ message: String) {
        self.status = status
        self.message = message
    }
}
