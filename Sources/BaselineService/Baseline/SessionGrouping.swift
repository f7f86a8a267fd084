// Grouping of recordings into sessions.

public import VoiceTypes

/// Recordings of one person, grouped by session.
public struct SessionGrouping: Sendable {
  /// Sessions in chronological order, or in input order if a time is missing.
  public let sessions: [VoiceSession]

  /// Recording conditions of the usable recordings.
  let conditions: [RecordingConditions]

  /// F0 of the usable recordings, in input order.
  let voices: [SpeakerMismatch.Voice]

  /// Validates and groups recordings. A duplicate, here or of an `earlier` SHA-256, is unusable: it
  /// would reduce the apparent variation.
  public init(
    _ vowels: [MeasuredVowel], judgedBy validation: BaselineValidation,
    earlier: Set<String> = []
  ) {
    var seen: [String: String] = [:]
    var order: [String] = []
    var groups: [String: [(vowel: MeasuredVowel, recording: SessionRecording)]] = [:]
    var conditions: [RecordingConditions] = []
    var voices: [SpeakerMismatch.Voice] = []
    for vowel in vowels {
      var recording = validation.judge(vowel)
      if let hash = recording.sha256 {
        let isEarlier = earlier.contains(hash)
        if isEarlier || seen[hash] != nil {
          recording.use = .unusable
          recording.faults.append(.duplicate(of: isEarlier ? nil : seen[hash]))
        }
        seen[hash] = seen[hash] ?? recording.name
      }
      if groups[vowel.origin.sessionID] == nil { order.append(vowel.origin.sessionID) }
      groups[vowel.origin.sessionID, default: []].append((vowel, recording))
      guard recording.use == .used else { continue }
      conditions += [vowel.conditions].compactMap { $0 }
      if let f0 = validation.values(of: vowel)?[.f0Mean].number {
        voices.append(SpeakerMismatch.Voice(name: recording.name, f0: Hertz(f0)))
      }
    }
    let sessions = order.map {
      Self.session($0, of: groups[$0, default: []], judgedBy: validation)
    }
    self.sessions = Self.inOrder(sessions) { $0.recordedAt }
    self.conditions = conditions
    self.voices = voices
  }

  /// Joins sessions that have no recording in common, in chronological order.
  init(joining candidates: [CandidateSession]) {
    sessions = candidates.map(\.session)
    conditions = candidates.flatMap(\.conditions)
    voices = candidates.flatMap(\.voices)
  }

  /// Whether a recording is a duplicate, or one of `earlier`.
  func hasDuplicates(of earlier: Set<String>) -> Bool {
    sessions.contains { session in
      session.recordings.contains { recording in
        recording.faults.contains { $0.code == BaselineText.duplicate.code }
          || recording.sha256.map(earlier.contains) ?? false
      }
    }
  }

  private static func session(
    _ id: String, of group: [(vowel: MeasuredVowel, recording: SessionRecording)],
    judgedBy validation: BaselineValidation
  ) -> VoiceSession {
    let members = inOrder(group) { $0.recording.recordedAt }
    let used = members.filter { $0.recording.use == .used }
    return VoiceSession(
      id: id, recordings: members.map(\.recording),
      values: SessionValues.means(of: used.compactMap { validation.values(of: $0.vowel) }))
  }

  /// Returns elements in chronological order if all have a time, else in input order. The sort is
  /// stable.
  static func inOrder<Element>(
    _ elements: [Element], by time: (Element) -> RecordedTime?
  ) -> [Element] {
    let times = elements.compactMap { time($0)?.seconds }
    guard times.count == elements.count else { return elements }
    return zip(elements, times).enumerated()
      .sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }
      .map(\.element.0)
  }
}

extension BaselineFault {
  /// The fault of a duplicate of a recording by name; nil for one of the baseline.
  fileprivate static func duplicate(of name: String?) -> BaselineFault {
    name.map { BaselineFault(BaselineText.duplicateOfRecording, [.names: $0]) }
      ?? BaselineFault(BaselineText.duplicate)
  }
}
