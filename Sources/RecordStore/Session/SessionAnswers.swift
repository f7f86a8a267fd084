package import VoiceTypes

/// What was told of a recording, as a session keeps it.
package enum SessionAnswers {
  /// The name and number of the format.
  static let schema = "sagevoice/answers/1"

  /// The document that holds what was given.
  package static func json(given: JSONValue) -> JSONValue { shape.json(of: given) }

  private static let shape = Shape<JSONValue>({ $0 }) {
    Derived(schema: schema)
    Field("given", { $0 }, .anything)
  }

  /// The document with another profile and all else as it was given: device, flags, context and
  /// consent belong to the recording, not to the person who was put right.
  /// - Parameter former: What was kept of what was given; nil when nothing was told.
  package static func json(puttingRight profile: JSONValue, in former: JSONValue?) -> JSONValue {
    let given = former?["given"] ?? .null
    guard case .object(let members) = given else { return json(given: ["profile": profile]) }
    // The profile itself may be all that was given, with what belongs to the recording among it.
    let isBareProfile = given["profile"] == nil && given["user_id"] != nil
    let others = members.filter { member in
      isBareProfile ? ProfileField(rawValue: member.key) == nil : member.key != "profile"
    }
    return json(given: .object([.init("profile", profile)] + others))
  }
}
