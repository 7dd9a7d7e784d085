/// Which items of a manifest start after which others; checks that this can work out.
package struct DependencyGraph: Sendable {
    private var indexes: [String: Int] = [:]
    private var identifiers: [String] = []
    private var edges: [(from: Int, to: String)] = []

    /// Creates a graph of nothing.
    package init() {}

    /// Whether no item waits for another one.
    package var isEmpty: Bool { edges.isEmpty }

    /// Adds the item of a line.
    ///
    /// - Throws: ``BatchError/duplicateIdentifier(_:line:)``.
    package mutating func add(_ line: ManifestLine) throws(BatchError) {
        guard indexes.updateValue(identifiers.count, forKey: line.identifier) == nil else {
            throw .duplicateIdentifier(line.identifier, line: line.number)
        }
        for dependency in line.after { edges.append((identifiers.count, dependency)) }
        identifiers.append(line.identifier)
    }

    /// Checks that every item can start, and says which belong together.
    ///
    /// - Returns: For each item the first one in its group: items of different groups don't depend
    ///   on each other, directly or through others.
    /// - Throws: ``BatchError/absentDependency(_:of:)`` or ``BatchError/dependencyCycle(_:)``.
    package func groups() throws(BatchError) -> [Int] {
        var dependencies = [[Int]](repeating: [], count: identifiers.count)
        var roots = Array(identifiers.indices)
        for edge in edges {
            guard let target = indexes[edge.to] else {
                throw .absentDependency(edge.to, of: identifiers[edge.from])
            }
            dependencies[edge.from].append(target)
            let (one, other) = (Self.root(of: edge.from, &roots), Self.root(of: target, &roots))
            roots[max(one, other)] = min(one, other)
        }
        if let cycle = Self.cycle(in: dependencies) {
            throw .dependencyCycle(cycle.map { identifiers[$0] })
        }
        return identifiers.indices.map { Self.root(of: $0, &roots) }
    }

    private static func root(of index: Int, _ roots: inout [Int]) -> Int {
        var index = index
        while roots[index] != index {
            roots[index] = roots[roots[index]]
            index = roots[index]
        }
        return index
    }

    /// Nodes each of which leads to the next, and the last to the first.
    private static func cycle(in edges: [[Int]]) -> [Int]? {
        var isDone = [Bool](repeating: false, count: edges.count)
        var isOnPath = isDone
        for start in edges.indices where !isDone[start] {
            // The path to where the search is, with the next edge to follow from each node.
            var path: [(node: Int, edge: Int)] = [(start, 0)]
            isOnPath[start] = true
            while let (node, edge) = path.last {
                guard edge < edges[node].count else {
                    isDone[node] = true
                    isOnPath[node] = false
                    path.removeLast()
                    continue
                }
                path[path.count - 1].edge += 1
                let next = edges[node][edge]
                if isOnPath[next] { return path.map(\.node).drop { $0 != next }.map { $0 } }
                if !isDone[next] {
                    isOnPath[next] = true
                    path.append((next, 0))
                }
            }
        }
        return nil
    }
}
