package import VoiceTypes

/// The sidecar content of a recording in a session.
package enum SessionAnswers {
  /// The name and number of the format.
  static let schema = "sagevoice/answers/1"

  /// The document with the given content.
  package static func json(given: JSONValue) -> JSONValue { shape.json(of: given) }

  private static let shape = Shape<JSONValue>({ $0 }) {
    Derived(schema: schema)
    Field("given", { $0 }, .anything)
  }

  /// The document with another profile. Device, flags, context and consent stay unchanged, because they belong to the
  /// recording.
  /// - Parameter former: The former content. Nil without one.
  package static func json(puttingRight profile: JSONValue, in former: JSONValue?) -> JSONValue {
    let given = former?["given"] ?? .null
    guard case .object(let members) = given else { return json(given: ["profile": profile]) }
    // A sidecar may be a bare profile with members of the recording in it.
    let isBareProfile = given["profile"] == nil && given["user_id"] != nil
    let others = members.filter { member in
      isBareProfile ? ProfileField(rawValue: member.key) == nil : member.key != "profile"
    }
    return json(given: .object([.init("profile", profile)] + others))
  }
}
