// What a session in the store says, as the lines that a runner told while it came there.

internal import RecordStore
internal import VoiceTypes

extension UpdateLine {
  /// The line of a recording that lies in a work folder, and of which the store has nothing yet.
  static func claimed(_ session: SessionID, reference: String?) -> UpdateLine {
    var line = UpdateLine(session, .idle)
    line.reference = reference
    return line
  }

  /// The line of a session that was purged.
  static func purged(_ session: SessionID) -> UpdateLine {
    var line = UpdateLine(session, .error)
    (line.outcome, line.code) = (.purged, FaultText.purged.code)
    line.message = FaultText.purged.filled().message
    return line
  }

  /// The latest lines of a session: of one whose analysis in full has begun the quick document
  /// first, for whoever waits for that.
  static func lines(of session: SessionID, _ glance: GlancedSession) -> [UpdateLine] {
    guard let state = glance.state, let phase = state.phase else { return [] }
    guard phase == .comprehensiveAnalysing else {
      return [line(of: session, at: phase, state, glance)]
    }
    return [
      line(of: session, at: .quickComplete, state, glance),
      line(of: session, at: phase, state, glance),
    ]
  }

  private static func line(
    of session: SessionID, at phase: JobPhase, _ state: StateRecord, _ glance: GlancedSession
  ) -> UpdateLine {
    var update = JobUpdate(session: session.text, phase: phase)
    update.take(state)
    var line = UpdateLine(session, phase)
    line.reference = glance.header?.reference
    (line.outcome, line.code, line.message) = (update.outcome, update.code, update.message)
    line.sentence = update.sentence
    line.original = state.duplicateOf
    for tier in tiers(at: phase, update.outcome) where line.tier == nil {
      guard let results = glance.results[tier] else { continue }
      line.tier = tier
      line.verdict = Verdict(inDocument: results)
    }
    return line
  }

  /// The tiers one of whose documents is new with a step.
  private static func tiers(at phase: JobPhase, _ outcome: JobOutcome?) -> [Tier] {
    switch (phase, outcome) {
    case (.quickComplete, _): [.quick]
    case (.complete, .analysed): [.comprehensive]
    case (.error, .refused): [.comprehensive, .quick]
    default: []
    }
  }
}

extension Verdict {
  /// What the checks of a recording say in a results document; nil for no such document.
  init?(inDocument bytes: [UInt8]) {
    guard let text = (try? JSONValue.parse(bytes))?["quality"]?["verdict"]?.text else { return nil }
    self.init(rawValue: text)
  }
}
