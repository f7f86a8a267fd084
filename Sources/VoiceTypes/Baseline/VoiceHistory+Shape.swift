extension VoiceHistory: Shaped {
  /// Document as an ordered JSON value.
  public var json: JSONValue { Self.shape.json(of: self) }

  /// JSON Schema of `sagevoice/history/1`, draft 2020-12.
  public static var jsonSchema: JSONValue {
    shape.schema(
      id: "urn:sagevoice:history:1",
      title: "sagevoice history, the sessions of one person with the baseline values of their time")
  }

  /// Decodes the document. Throws all faults found.
  public init(json: JSONValue, mode: ValidationMode = .allFaults) throws(FileFaults) {
    self = try Self.shape.read(json, as: "history", mode: mode)
  }

  package static let shape = Shape<VoiceHistory> {
    Derived("schema", always: schema)
    Field("user_id", \.userID, .text)
    Field("sessions", \.sessions, .list(of: .shaped))
    Field("next_due", \.nextDue, ifThere: .text)
    Derived("notice", { _ in ComparisonDocument.notice }, .text, .notNeeded)
  } make: { user, sessions, due in
    var history = VoiceHistory(userID: user, sessions: sessions)
    history.nextDue = due
    return history
  }
}

extension HistorySession: Shaped {
  package static let shape = Shape<HistorySession> {
    Field("session_id", \.id, .text)
    Field("recorded_at", \.recordedAt, .orNull(.recordedTime))
    Field("usable_vowels", \.vowels, .count)
    Field("level_dbfs", \.level, .orNull(.unit()))
    Field("device_model", \.deviceModel, .orNull(.anyText))
    Field("flags", \.flags, .list(of: .choice))
    Field("in_baseline", \.isInBaseline, .flag)
    Field("baseline_id", \.baselineID, .orNull(.text))
    Field("alerts", \.alerts, .list(of: .shaped))
    Field("differences", \.differences, .list(of: .shaped))
    Field("measures", \.values, .list(of: .shaped))
  } make: {
    id, time, vowels, level, device, flags, isInBaseline, baseline, alerts, differences, values in
    var session = HistorySession(id: id, recordedAt: time, vowels: vowels)
    (session.level, session.deviceModel, session.flags) = (level, device, flags)
    (session.isInBaseline, session.baselineID) = (isInBaseline, baseline)
    (session.alerts, session.differences, session.values) = (alerts, differences, values)
    return session
  }
}

extension HistorySession.Alert: Shaped {
  package static let shape = Shape(HistorySession.Alert.init) {
    Field("rule", \.rule, .choice)
    Field("families", \.families, .list(of: .choice, .notEmpty))
  }
}

extension HistoryValue: Shaped {
  /// Sanity limit of vowels per session.
  private static let mostVowels = 1_000

  package static let shape = Shape<HistoryValue>(
    allowed: "a value with its vowels, or null with 0 vowels and a reason"
  ) {
    Field("measure", \.measure, .choice)
    Derived("unit", \.measure.unit, .anyText)
    Field("value", \.number, .orNull(.number))
    Field("vowels", \.vowels, .whole(in: 0...mostVowels, JSONCoder<Int>.count.describe()))
    Field("usual", \.usual, .orNull(.shaped))
    Field("classification", \.changeClass, .orNull(.choice))
    Field("direction", \.direction, .orNull(.choice))
    Field("missing", \.missing, ifThere: .shaped)
  } makeIfPossible: { measure, number, vowels, usual, changeClass, direction, missing in
    var read: HistoryValue
    switch (number, missing) {
    case (let number?, nil) where vowels > 0:
      read = HistoryValue(measure, .known(number, vowels: vowels))
    case (nil, let missing?) where vowels == 0: read = HistoryValue(measure, .missing(missing))
    default: return nil
    }
    (read.usual, read.changeClass, read.direction) = (usual, changeClass, direction)
    return read
  }

  /// Value in the unit of the measure; nil if missing.
  public var number: Double? { if case .known(let number, _) = value { number } else { nil } }

  /// Number of averaged vowels; 0 if missing.
  public var vowels: Int { if case .known(_, let vowels) = value { vowels } else { 0 } }

  /// Reason for a missing value; nil if there is one.
  public var missing: MissingValue? { if case .missing(let reason) = value { reason } else { nil } }
}

extension HistoryValue.Usual: Shaped {
  package static let shape = Shape(HistoryValue.Usual.init) {
    Field("mean", \.mean, .number)
    Field("range", \.range, .orNull(.lowAndHigh))
  }
}

extension MissingValue: Shaped {
  package static let shape = Shape(MissingValue.init(code:message:sentence:)) {
    Field("code", \.code, .text)
    Field("message", \.message, .text)
    Field("sentence", \.sentence, ifThere: .shaped)
  }
}
