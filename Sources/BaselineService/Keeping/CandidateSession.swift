// Recordings as sessions that may become part of a baseline: the same ones in the same order, in
// whatever order the recordings are handed over.

internal import VoiceTypes

/// A session that may become part of a baseline.
struct CandidateSession: Equatable {
  /// The session, its recordings judged.
  let session: VoiceSession

  /// What its usable recordings were made and measured with.
  let conditions: [RecordingConditions]

  /// The F0 of its usable recordings.
  let voices: [ApartVoices.Voice]

  /// The sessions of recordings, in the order of their times; those without a time come last, as
  /// they were handed over.
  static func all(
    of vowels: [MeasuredVowel], judgedBy validation: BaselineValidation
  ) -> [CandidateSession] {
    var order: [String] = []
    var groups: [String: [MeasuredVowel]] = [:]
    for vowel in inOrder(vowels) {
      let id = vowel.origin.sessionID
      if groups[id] == nil { order.append(id) }
      groups[id, default: []].append(vowel)
    }
    // A recording that stands in two sessions counts in the earlier one.
    var seen: Set<String> = []
    let all = order.flatMap { id -> [CandidateSession] in
      let group = groups[id, default: []]
      let grouping = SessionGrouping(group, judgedBy: validation, earlier: seen)
      seen.formUnion(group.compactMap(\.document.recording.sha256))
      return grouping.sessions.map {
        CandidateSession(
          session: $0, conditions: grouping.conditions, voices: grouping.voices)
      }
    }
    return timedFirst(all) {
      $0.session.recordedAt
    } name: {
      $0.session.id
    }
  }

  /// Recordings in the order of their times, those of equal times by session and fingerprint;
  /// behind them those without a time.
  static func inOrder(_ vowels: [MeasuredVowel]) -> [MeasuredVowel] {
    timedFirst(vowels) {
      $0.origin.recordedAt
    } name: {
      "\($0.origin.sessionID)/\($0.document.recording.sha256 ?? $0.document.recording.name)"
    }
  }

  /// Elements with a time in its order, those of equal times by name; behind them those without
  /// one.
  static func timedFirst<Element>(
    _ elements: [Element], time: (Element) -> RecordedTime?, name: (Element) -> String
  ) -> [Element] {
    let timed = elements.compactMap { element in
      time(element).map { (seconds: $0.seconds, name: name(element), element: element) }
    }
    return timed.sorted { ($0.seconds, $0.name) < ($1.seconds, $1.name) }.map(\.element)
      + elements.filter { time($0) == nil }
  }
}
