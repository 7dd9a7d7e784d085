import MultipartFormData

/// A parser finds the same whatever the pieces are, and what the naive parser finds.
func checkMultipartParser(_ input: Span<UInt8>) throws(PropertyViolation) {
    var input = FuzzInput([UInt8](input))
    var options = MultipartParserOptions()
    options.acceptsBareLineFeeds = input.flag()
    options.requiresNames = input.flag()
    options.escapes = input.choice(ParameterEscapes.allCases)
    if input.flag() {
        options.maximumPartCount = input.number(in: 0...3)
        options.maximumHeaderByteCount = input.number(in: 1...100)
        options.maximumNameByteCount = input.number(in: 0...20)
    }
    guard let boundary = try? Boundary(input.choice(["b", "-", "--b", "a b", "xyz0123456789"]))
    else { throw PropertyViolation("a boundary is refused") }
    var cutting = FuzzInput(input.bytes(10))
    let body = input.remainder()

    let whole = ParsedBody(body, cuts: [], boundary: boundary, options: options)
    var cuts = cutting.cuts(of: body.count)
    // To cut nowhere is what was done already; cutting everywhere shows the most.
    if cuts.isEmpty { cuts = Array(1..<max(1, body.count)) }
    let cut = ParsedBody(body, cuts: cuts, boundary: boundary, options: options)
    try require(whole == cut, "cut at \(cuts): \(cut), but whole: \(whole)")
    try require(whole.violation == nil, whole.violation ?? "")

    guard whole.error == nil, !options.acceptsBareLineFeeds else { return }
    guard let parts = NaiveParser.parts(of: body, boundary: boundary.value) else {
        throw PropertyViolation("the naive parser finds no whole body, but: \(whole)")
    }
    try require(
        parts.map(\.content) == whole.parts.map(\.content),
        "the naive parser finds \(parts), but: \(whole)"
    )
}
