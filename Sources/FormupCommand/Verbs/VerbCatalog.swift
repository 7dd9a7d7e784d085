/// The verbs of the command; a new one is a folder beside this file and a line here.
package enum VerbCatalog {
    /// All verbs in the order in which help lists them.
    package static let all: [any Verb.Type] = [
        PostVerb.self,
        BatchVerb.self,
        MergeVerb.self,
        EncodeVerb.self,
        ExplainVerb.self,
        SniffVerb.self,
        InspectVerb.self,
        ServeVerb.self,
        DemoVerb.self,
        CompletionsVerb.self,
    ]

    /// The verb called `name`.
    package static func verb(named name: [UInt8]) -> (any Verb.Type)? {
        all.first { describe($0).name.utf8.elementsEqual(name) }
    }

    private static func describe<V: Verb>(_ verb: V.Type) -> VerbDescription {
        V.description
    }
}
