// Alerts about voice changes of a person, and their acknowledgement.

package import VoiceTypes

package struct PersonAlert: Sendable, Equatable {
  package struct Acknowledgement: Sendable, Equatable {
    /// The name of the acknowledging person.
    package var by: String

    package var at: StoreTime
    package var note: String?
  }

  /// 128 bits, as a hash that identifies an alert of a person.
  private static let idDigits = 32

  /// A hash of rule, session and families. The same alert has the same id in every store.
  package let id: String

  package let rule: ChangeRule

  /// The feature groups, in the order of documents.
  package let families: [FeatureGroup]

  /// The compared session, as in the comparison document.
  package let sessionID: String

  /// The session of the store with the last recording of the compared session.
  package let raisedBy: SessionID

  package let firstSeen: StoreTime

  /// The acknowledgement. Nil for an open alert.
  package var acknowledged: Acknowledgement?

  package init(_ alert: ComparisonFindings.Alert, by session: SessionID, at time: StoreTime) {
    rule = alert.rule
    families = FeatureGroup.allCases.filter(alert.families.contains)
    sessionID = alert.sessionID
    raisedBy = session
    firstSeen = time
    id = Self.id(rule, sessionID, families)
  }

  private static func id(
    _ rule: ChangeRule, _ session: String, _ families: [FeatureGroup]
  ) -> String {
    // As JSON, so different facts give different texts.
    let facts: JSONValue = [
      .string(rule.rawValue), .string(session), .array(families.map { .string($0.rawValue) }),
    ]
    return String(StoreSecrets.sha256(of: Array(facts.text(.compact).utf8)).prefix(idDigits))
  }
}

extension PersonAlert: Shaped {
  package static let shape = Shape<PersonAlert>(allowed: "the id computed from the other fields") {
    Field("id", \.id, .text)
    Field("rule", \.rule, .choice)
    Field("families", \.families, .list(of: .choice))
    Field("session_id", \.sessionID, .anyText)
    Field("raised_by", \.raisedBy, .sessionID)
    Field("first_seen", \.firstSeen, .time)
    Field("acknowledged", \.acknowledged, .orNull(.shaped))
  } makeIfPossible: { id, rule, families, session, raisedBy, firstSeen, acknowledged in
    var alert = PersonAlert(
      ComparisonFindings.Alert(rule: rule, sessionID: session, families: families), by: raisedBy,
      at: firstSeen)
    alert.acknowledged = acknowledged
    return alert.id == id && alert.families == families ? alert : nil
  }

  /// The alert as an ordered JSON value.
  package var json: JSONValue { Self.shape.json(of: self) }
}

extension PersonAlert.Acknowledgement: Shaped {
  package static let shape = Shape(PersonAlert.Acknowledgement.init(by:at:note:)) {
    Field("by", \.by, .anyText)
    Field("at", \.at, .time)
    Field("note", \.note, .orNull(.anyText))
  }
}

/// The alerts of a person, oldest first.
package struct AlertList: Sendable, Equatable {
  /// The name and number of the format.
  static let schema = "sagevoice/alerts/1"

  /// The alerts. Each id occurs once.
  package internal(set) var alerts: [PersonAlert] = []

  package var json: JSONValue { Self.shape.json(of: self) }

  /// Adds new alerts.
  /// - Returns: The added alerts.
  package mutating func raise(_ raised: [PersonAlert]) -> [PersonAlert] {
    let before = alerts.count
    for alert in raised where !alerts.contains(where: { $0.id == alert.id }) {
      alerts.append(alert)
    }
    return Array(alerts[before...])
  }

  /// Acknowledges an open alert.
  /// - Returns: The alert. Nil for an unknown id.
  package mutating func acknowledge(
    _ id: String, _ acknowledgement: PersonAlert.Acknowledgement
  ) -> PersonAlert? {
    guard let index = alerts.firstIndex(where: { $0.id == id }) else { return nil }
    if alerts[index].acknowledged == nil { alerts[index].acknowledged = acknowledgement }
    return alerts[index]
  }
}

extension AlertList: Shaped {
  package static let shape = Shape(AlertList.init(alerts:)) {
    Derived(schema: schema)
    Field("alerts", \.alerts, .list(of: .shaped))
  }

  init(json: JSONValue, file: String = PersonDocument.alerts.fileName) throws(StoreError) {
    try RecordSchema.alerts.check(json, file: file)
    self = try Self.shape.read(json, file: file)
  }
}
