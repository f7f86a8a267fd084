// From recordings to sessions: grouped by their name, put in order, the first of four left out.

public import VoiceTypes

/// Recordings of one person, sorted into sessions.
public struct SessionGrouping: Sendable {
  /// The sessions, in the order of their times; as they came where a time is missing.
  public let sessions: [VoiceSession]

  /// What the recordings that can be used were made and measured with.
  let conditions: [RecordingConditions]

  /// The recordings that can be used and have an F0, in the order in which they came.
  let voices: [ApartVoices.Voice]

  /// Groups judged recordings. One that came before, here or among `earlier` fingerprints, is not
  /// used again: it would make a voice look steadier than it is.
  public init(
    _ vowels: [MeasuredVowel], judgedBy validation: BaselineValidation,
    earlier: Set<String> = []
  ) {
    var seen = earlier
    var order: [String] = []
    var groups: [String: [(vowel: MeasuredVowel, recording: SessionRecording)]] = [:]
    var conditions: [RecordingConditions] = []
    var voices: [ApartVoices.Voice] = []
    for vowel in vowels {
      var recording = validation.judge(vowel)
      if let hash = recording.sha256, !seen.insert(hash).inserted {
        recording.use = .unusable
        recording.faults.append(.duplicate)
      }
      if groups[vowel.origin.sessionID] == nil { order.append(vowel.origin.sessionID) }
      groups[vowel.origin.sessionID, default: []].append((vowel, recording))
      guard recording.use == .used else { continue }
      conditions += [vowel.conditions].compactMap { $0 }
      if let f0 = validation.values(of: vowel)?[.f0Mean].number {
        voices.append(ApartVoices.Voice(name: recording.name, f0: Hertz(f0)))
      }
    }
    let sessions = order.map {
      Self.session($0, of: groups[$0, default: []], judgedBy: validation)
    }
    self.sessions = Self.inOrder(sessions) { $0.recordedAt }
    self.conditions = conditions
    self.voices = voices
  }

  private static func session(
    _ id: String, of group: [(vowel: MeasuredVowel, recording: SessionRecording)],
    judgedBy validation: BaselineValidation
  ) -> VoiceSession {
    var members = inOrder(group) { $0.recording.recordedAt }
    // Counted without those that do not do: whoever records again after a refusal keeps three.
    if members.count(where: { $0.recording.use == .used })
      >= SessionValues.recordingsThatSpareTheFirst, members[0].recording.use == .used
    {
      members[0].recording.use = .firstOfSession
    }
    let used = members.filter { $0.recording.use == .used }
    return VoiceSession(
      id: id, recordings: members.map(\.recording),
      values: SessionValues.means(of: used.compactMap { validation.values(of: $0.vowel) }))
  }

  /// In the order of their times if all have one; equal times stay as they came.
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
  fileprivate static let duplicate = BaselineFault(BaselineText.duplicate)
}
