extension VoiceSession: Shaped {
  package static let shape = Shape(VoiceSession.init) {
    Field("session_id", \.id, .text)
    Derived(
      "recorded_at", { $0.recordedAt?.text }, .orNull(.anyText), .notNeeded)
    Derived("usable_vowels", \.used.count, .count, .notNeeded)
    Field("recordings", \.recordings, .list(of: .shaped, .notEmpty))
    Field("values", \.values, .map(by: Measure.self, .asDeclared, .refused, of: .shaped))
  }
}

extension SessionValue: Shaped {
  /// Sanity limit of vowels per session.
  private static let mostVowels = 1_000

  package static let shape = Shape(SessionValue.init) {
    Field("mean", \.mean, .number)
    Field(
      "vowels", \.vowels, .whole(in: 1...mostVowels, JSONCoder<Int>.positiveCount.describe()))
  }
}

extension SessionRecording: Shaped {
  package static let shape = Shape<SessionRecording> {
    Field("name", \.name, .anyText)
    Field("sha256", \.sha256, .orNull(.hash))
    Field("duration_s", \.duration, .orNull(.unit()))
    Field(
      "recorded_at", \.recordedAt, .orNull(.recordedTime))
    Field("flags", \.flags, .list(of: .choice))
    Field("use", \.use, .choice)
    Field("quality", \.quality, .choice)
    Field("f0_confidence_percent", \.confidencePercent, .orNull(.number))
    Field("voiced_fraction", \.voicedFraction, .orNull(.number))
    Field("signal_type", \.signalType, .signalType)
    Field("level_dbfs", \.level, .orNull(.unit()))
    Field("faults", \.faults, .list(of: .shaped))
    Field("cautions", \.cautions, .list(of: .shaped))
  } make: {
    name, sha256, duration, time, flags, use, quality, confidence, voiced, type, level, faults,
    cautions in
    var recording = SessionRecording(name: name, use: use)
    (recording.sha256, recording.duration, recording.recordedAt) = (sha256, duration, time)
    (recording.flags, recording.quality, recording.level) = (flags, quality, level)
    (recording.confidencePercent, recording.voicedFraction) = (confidence, voiced)
    (recording.signalType, recording.faults, recording.cautions) = (type, faults, cautions)
    return recording
  }
}

extension BaselineFault: Shaped {
  package static let shape = Shape<BaselineFault> {
    Field("code", \.code, .text)
    Field("message", \.message, .text)
    Field("advice", \.advice, .text)
    Field("sentence", \.sentence, ifThere: .shaped)
  } make: { code, message, advice, sentence in
    var fault = BaselineFault(code, message, advice: advice)
    fault.sentence = sentence
    return fault
  }
}

/// Summary of the recordings of all sessions.
struct RecordingsSummary: Shaped {
  var recordings: Int
  var used: Int
  var verdict: Verdict?
  var lowestConfidence: Double?
  var lowestVoiced: Double?

  static let shape = Shape(
    RecordingsSummary.init(recordings:used:verdict:lowestConfidence:lowestVoiced:)
  ) {
    Field("recordings", \.recordings, .count)
    Field("used", \.used, .count)
    Field("verdict", \.verdict, .orNull(.choice))
    Field("lowest_f0_confidence_percent", \.lowestConfidence, .orNull(.number))
    Field("lowest_voiced_fraction", \.lowestVoiced, .orNull(.number))
  }
}

extension RecordingsSummary {
  init(_ sessions: [VoiceSession]) {
    let all = sessions.flatMap(\.recordings)
    let counting = all.filter { $0.use == .used }
    recordings = all.count
    used = counting.count
    verdict = Verdict.worst(of: counting.map(\.quality))
    lowestConfidence = counting.compactMap(\.confidencePercent).min()
    lowestVoiced = counting.compactMap(\.voicedFraction).min()
  }
}
