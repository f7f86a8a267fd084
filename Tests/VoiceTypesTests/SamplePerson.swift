// A person with every member, and the same in the form of the onboarding app.

import TestSupport
import VoiceTypes

enum SamplePerson {
  static let consent: JSONValue = [
    "signed": true, "at": "2026-01-31T09:29:00Z", "version": "2026-1",
    "purposes": ["analysis", "storage", "research"],
    "guardian": ["signed": true, "at": "2026-01-31"],
  ]

  static let json: JSONValue = .object(
    SampleProfile.json.removing(["app"]).members + [
      .init("identifiers", [["system": "urn:clinic:mrn", "value": "4711"]]),
      .init("site", "Ward 3"), .init("operator", "desk-2"), .init("app_version", "2.1"),
      .init("consent", consent), .init("app", ["build": 1]),
    ])

  /// A complete person in the form of the app.
  static let app: JSONValue = [
    "userId": "person-7f3a", "age": 16, "genderIdentity": "Woman",
    "sexAssignedAtBirth": "Prefer not to say", "voiceConditions": ["None"],
    "diagnosedConditions": ["asthma"], "suspectedConditions": .null, "deviceModel": "iPhone15,2",
    "osVersion": "17.4", "appVersion": "2.1", "createdAt": "2026-01-31T09:30:00Z",
    "consent": consent, "theme": "dark",
  ]

  static var bytes: [UInt8] { Array(json.text(.compact).utf8) }

  /// The sample with one member set.
  static func with(_ path: [JSONStep], _ value: JSONValue) -> JSONValue {
    json.setting(path, to: value)
  }
}
