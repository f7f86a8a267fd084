// Data of people with unique words.

import TestSupport
import VoiceTypes

@testable import RecordStore

/// People and alerts of the tests.
enum TestPerson {
  /// Identifying words.
  static let words = [
    "MARKCONDITION", "MARKDEVICE", "MARKIDENTIFIER", "MARKOPERATOR", "MARKNOTE", "MARKVISIT",
    "MARKSTEP", "MARKUNKNOWN",
  ]

  static func person(_ userID: String, age: Int = 34) -> Person {
    var profile = UserProfile(userID: userID)
    profile.age = Age(years: age)
    profile.genderIdentity = .woman
    profile.diagnosedConditions = ["MARKCONDITION of the larynx"]
    profile.deviceModel = "MARKDEVICE 7"
    profile.unknownMembers = [.init("MARKUNKNOWN", "a nickname")]
    var person = Person(profile)
    person.identifiers = [PersonIdentifier(system: "register", value: "MARKIDENTIFIER 12")]
    person.registeredBy = "MARKOPERATOR"
    person.consent = Consent(
      isSigned: true, at: "2026-01-01T00:00:00Z", version: "1", purposes: [.analysis, .storage])
    return person
  }

  static let alert = ComparisonFindings.Alert(
    rule: .twoFamilies, sessionID: "MARKVISIT 3", families: [.jitter, .f0])

  static let laterAlert = ComparisonFindings.Alert(
    rule: .twoSessions, sessionID: "MARKVISIT 4", families: [.hnr])

  /// Saves data of every kind. Can be repeated after an error.
  static func save(_ userID: String, in store: RecordStore) throws(StoreError) {
    let user = store.userHash(of: userID)
    let session = SessionLife("", number: 1).id
    if try store.baseline(for: user) == nil {
      _ = try store.save(
        ["person": ["user_id": .string(userID)]], for: user, inPlaceOf: nil, reason: "first")
    }
    if try store.person(for: user)?.number != 2 {
      for age in [34, 35] { try store.save(person(userID, age: age), for: user, reason: "told") }
    }
    try store.raise([alert], by: session, for: user)
    try store.raise([alert, laterAlert], by: session, for: user)
    for alert in try store.alerts(for: user) {
      try store.acknowledge(alert.id, by: "MARKOPERATOR", note: "MARKNOTE", for: user)
    }
    for step in ["MARKSTEP 1", "MARKSTEP 2"] {
      try store.save(["step": .string(step)], as: .journey, of: user)
    }
    try store.save(["sessions": 1], as: .progress, of: user)
  }
}
