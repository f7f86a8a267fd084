internal import VoiceTypes

/// Session that may become part of a baseline.
struct CandidateSession: Equatable {
  /// Session with validated recordings.
  let session: VoiceSession

  /// Recording conditions of its usable recordings.
  let conditions: [RecordingConditions]

  /// F0 of its usable recordings.
  let voices: [SpeakerMismatch.Voice]

  /// Groups recordings into sessions in chronological order, independent of input order. Sessions
  /// without a time come last, in input order.
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
    // A recording in two sessions counts in the earlier one.
    var seen: Set<String> = []
    let all = order.flatMap { id -> [CandidateSession] in
      let group = groups[id, default: []]
      let grouping = SessionGrouping(group, judgedBy: validation, earlier: seen)
      seen.formUnion(group.compactMap(\.results.recording.sha256))
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

  /// Returns recordings in chronological order, ties by session and SHA-256. Recordings without a
  /// time come last.
  static func inOrder(_ vowels: [MeasuredVowel]) -> [MeasuredVowel] {
    timedFirst(vowels) {
      $0.origin.recordedAt
    } name: {
      "\($0.origin.sessionID)/\($0.results.recording.sha256 ?? $0.results.recording.name)"
    }
  }

  /// Returns elements in chronological order, ties by name. Elements without a time come last, in
  /// input order.
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
