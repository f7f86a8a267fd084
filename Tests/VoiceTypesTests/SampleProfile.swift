// A profile with every field, and random faults for it.

import TestSupport
import VoiceMath
import VoiceTypes

enum SampleProfile {
  /// Every field, and one unknown member.
  static let json: JSONValue = [
    "user_id": "person-7f3a", "age": 34, "gender_identity": "nonbinary",
    "sex_assigned_at_birth": "female", "voice_conditions": ["None"],
    "diagnosed_conditions": ["asthma", "réflux 😀"], "suspected_conditions": [],
    "voice_reference": "combined", "device_model": "iPhone15,2", "os_version": "17.4",
    "created_at": "2026-01-31T09:30:00.25+01:00", "app": ["build": [1, .number(2.5), .null]],
  ]

  static var bytes: [UInt8] { Array(json.text(.pretty).utf8) }

  /// The sample with one field set.
  static func with(_ key: String, _ value: JSONValue) -> JSONValue {
    json.setting([.key(key)], to: value)
  }
}

/// Random damage to fields, the same for the same generator.
enum Mutation {
  private static let values: [JSONValue] = [
    .null, true, false, 0, 13, 12, 120, 121, -1, .int(.max), .number(34), .number(34.5),
    .number(1e300), "", " ", "\n", "woman", "Woman", "man", "female", "none", "None", "34",
    "2026-02-29", "2024-02-29", "2026-01-31T09:30:00Z", "\u{7}\u{202E}x", [], ["None"], [""],
    ["a", 1], [.null], [["a"]], .object([]), ["a": 1],
  ]

  /// One to four fields changed, removed or renamed.
  static func ofFields(_ profile: JSONValue, using random: inout SplitMix64) -> JSONValue {
    var members = profile.members
    for _ in 0..<Int.random(in: 1...4, using: &random) where !members.isEmpty {
      let place = Int.random(in: members.indices, using: &random)
      let value = values[Int.random(in: values.indices, using: &random)]
      switch Int.random(in: 0..<6, using: &random) {
      case 0: members.remove(at: place)
      case 1: members[place] = .init(members[place].key + "s\(place)", value)
      default: members[place] = .init(members[place].key, value)
      }
    }
    return .object(members)
  }
}
