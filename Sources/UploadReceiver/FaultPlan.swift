/// The faults of one request, by the time at which they matter.
struct FaultPlan {
    /// The answer that is given before the body is read.
    private(set) var earlyStatus: (status: Int, retryAfter: String?)?
    private(set) var resetByteCount: Int64?
    private(set) var bytesPerSecond: Int?
    private(set) var delay = Duration.zero
    private(set) var isAnswered = true
    private var status: Int?
    private var fields: [(name: String, value: String)] = []

    /// Of two faults of a kind the later one holds; delays add up.
    init(_ faults: [ReceiverFault]) {
        for fault in faults {
            switch fault {
            case .delay(let duration): delay += duration
            case .earlyStatus(let status, let retryAfter): earlyStatus = (status, retryAfter)
            case .status(let status, let retryAfter):
                self.status = status
                if let retryAfter { fields.append(("Retry-After", retryAfter)) }
            case .redirect(let status, let location):
                self.status = status
                fields.append(("Location", location))
            case .reset(let byteCount): resetByteCount = byteCount
            case .throttle(let bytesPerSecond): self.bytesPerSecond = max(bytesPerSecond, 1)
            case .noAnswer: isAnswered = false
            }
        }
    }

    /// The status of the answer after the whole body.
    var finalStatus: Int { status ?? 200 }

    /// The fields that the answer gets.
    var answerFields: [(name: String, value: String)] {
        if let earlyStatus {
            return earlyStatus.retryAfter.map { [("Retry-After", $0)] } ?? []
        }
        return fields
    }
}
