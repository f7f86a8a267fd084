// Documents damaged at random, wherever in them: what a reader must take or refuse, and never trap
// on.

package import VoiceTypes

/// Random damage, the same for the same generator.
package enum DocumentDamage {
  private static let values: [JSONValue] = [
    .null, true, false, 0, 1, -1, 5, .int(.max), .int(.min), .number(0.5), .number(-0.0),
    .number(1e300), "", " ", "x", "\u{7}\u{202E}", "2026-01-31T09:30:00Z", "complete", "refused",
    "accepted", "f0.mean_hz", [], [1, 2], [.null], [["a"]], .object([]), ["a": 1],
  ]

  /// One to three values changed, taken out, put in twice or under another name.
  package static func of(
    _ document: JSONValue, using random: inout some RandomNumberGenerator
  ) -> JSONValue {
    var document = document
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      document = damaged(document, using: &random)
    }
    return document
  }

  private static func damaged(
    _ value: JSONValue, using random: inout some RandomNumberGenerator
  ) -> JSONValue {
    switch value {
    case .object(var members) where !members.isEmpty && Int.random(in: 0..<8, using: &random) > 0:
      let place = Int.random(in: members.indices, using: &random)
      let member = members[place]
      switch Int.random(in: 0..<16, using: &random) {
      case 0: members.remove(at: place)
      case 1: members[place] = .init(member.key + "s", member.value)
      case 2: members.append(.init("later", member.value))
      default: members[place] = .init(member.key, damaged(member.value, using: &random))
      }
      return .object(members)
    case .array(var elements) where !elements.isEmpty && Int.random(in: 0..<4, using: &random) > 0:
      let place = Int.random(in: elements.indices, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: elements.remove(at: place)
      case 1: elements.append(elements[place])
      default: elements[place] = damaged(elements[place], using: &random)
      }
      return .array(elements)
    default:
      return values[Int.random(in: values.indices, using: &random)]
    }
  }
}
