// Changes of a person's voice that were told, and who has taken note of them.

package import VoiceTypes

/// A change that was told.
package struct PersonAlert: Sendable, Equatable {
  /// Who has taken note, when, and what they had to say.
  package struct Acknowledgement: Sendable, Equatable {
    /// Who, in the words of whoever asked for it.
    package var by: String

    /// When.
    package var at: StoreTime

    /// What they had to say; nil for nothing.
    package var note: String?

    package init(by: String, at: StoreTime, note: String?) {
      (self.by, self.at, self.note) = (by, at, note)
    }
  }

  /// 128 bits: two alerts of one person have two ids.
  private static let idDigits = 32

  /// Made of the rule, the session and the families, and of nothing else: the same alert has the same
  /// id in every store.
  package let id: String

  /// Why it is told.
  package let rule: ChangeRule

  /// The families it holds for, in the order of the documents.
  package let families: [FeatureGroup]

  /// The session it holds for, as the comparison names it.
  package let sessionID: String

  /// The session of the store whose results raised it.
  package let raisedBy: SessionID

  /// When it was first raised.
  package let firstSeen: StoreTime

  /// Who has taken note; nil for nobody yet.
  package var acknowledged: Acknowledgement?

  /// An alert of a comparison that nobody has taken note of.
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
    // As JSON, so that no two sets of facts give one text.
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

/// The alerts of a person, in the order in which they were raised.
package struct AlertList: Sendable, Equatable {
  /// The name and number of the format.
  static let schema = "sagevoice/alerts/1"

  /// Each id once.
  package private(set) var alerts: [PersonAlert]

  package init(_ alerts: [PersonAlert] = []) { self.alerts = alerts }

  package var json: JSONValue { Self.shape.json(of: self) }

  /// The list in a JSON value.
  package init(
    json: JSONValue, file: String = PersonDocument.alerts.fileName
  ) throws(StoreError) {
    try RecordSchema.alerts.check(json, file: file)
    self = try Self.shape.read(json, file: file)
  }

  init(parsing bytes: [UInt8], file: String) throws(StoreError) {
    try self.init(json: StoredJSON.parse(bytes, file: file), file: file)
  }

  /// Adds those that are not there.
  /// - Returns: Those that were added.
  package mutating func raise(_ raised: [PersonAlert]) -> [PersonAlert] {
    let before = alerts.count
    for alert in raised where !alerts.contains(where: { $0.id == alert.id }) {
      alerts.append(alert)
    }
    return Array(alerts[before...])
  }

  /// Takes down who has taken note of an alert, unless somebody had before.
  /// - Returns: The alert; nil when there is none of that id.
  package mutating func acknowledge(
    _ id: String, _ acknowledgement: PersonAlert.Acknowledgement
  ) -> PersonAlert? {
    guard let index = alerts.firstIndex(where: { $0.id == id }) else { return nil }
    if alerts[index].acknowledged == nil { alerts[index].acknowledged = acknowledgement }
    return alerts[index]
  }
}

extension AlertList: Shaped {
  package static let shape = Shape<AlertList>({ AlertList($0) }) {
    Derived(schema: schema)
    Field("alerts", \.alerts, .list(of: .shaped))
  }
}
