// Documents damaged at random in values or bytes. A reader must accept or refuse them without a
// trap.

package import VoiceTypes

/// Random damage, the same for the same generator.
package enum DocumentDamage {
  private static let values: [JSONValue] = [
    .null, true, false, 0, 1, -1, 5, .int(.max), .int(.min), .number(0.5), .number(-0.0),
    .number(1e300), "", " ", "x", "\u{7}\u{202E}", "2026-01-31T09:30:00Z", "complete", "refused",
    "accepted", "f0.mean_hz", [], [1, 2], [.null], [["a"]], .object([]), ["a": 1],
    .number(.greatestFiniteMagnitude), .number(.leastNonzeroMagnitude), .number(0x1p63),
    .number(-0x1p63), .number(86_400.5), "e\u{301}\0", "../..", "{\"a\":1}", "9999-12-31T23:59:60Z",
    "-1", .string(String(repeating: "\u{1F600}", count: 999)), nested { [$0] },
    nested { ["settings": $0] },
  ]

  /// As deep as a text may be, with room for the document around it.
  private static func nested(_ wrap: (JSONValue) -> JSONValue) -> JSONValue {
    (0..<400).reduce(1) { value, _ in wrap(value) }
  }

  /// One to three values changed, removed, duplicated or renamed.
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
      case 3: members.append(.init(member.key, damaged(member.value, using: &random)))
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

  private static let signs: [UInt8] = Array("{}[]\",:\\ue.-+019 \n\0\u{1}".utf8) + [0xFF, 0xC3]

  /// One to eight bytes changed, inserted, removed, moved or cut off.
  package static func ofBytes(
    _ bytes: [UInt8], using random: inout some RandomNumberGenerator
  ) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...8, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: bytes.indices, using: &random)
      let sign = signs[Int.random(in: signs.indices, using: &random)]
      switch Int.random(in: 0..<12, using: &random) {
      case 0...3: bytes[place] = sign
      case 4, 5: bytes.insert(sign, at: place)
      case 6, 7: bytes.remove(at: place)
      case 8, 9: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 10: bytes.insert(contentsOf: bytes[place...].prefix(20), at: place)
      default: bytes.removeSubrange(place..<min(place + 20, bytes.count))
      }
    }
    return bytes
  }
}
