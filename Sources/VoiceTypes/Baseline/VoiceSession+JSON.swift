// Sessions as JSON, in baselines and in comparisons alike.

extension VoiceSession {
  var json: JSONValue { .object(members) }

  var members: [JSONValue.Member] {
    [
      .init("session_id", .string(id)),
      .init("recorded_at", .optional(recordedAt?.text)),
      .init("usable_vowels", .int(used.count)),
      .init("recordings", .array(recordings.map(\.json))),
      .init("values", valuesJSON),
    ]
  }

  private var valuesJSON: JSONValue {
    .object(
      Measure.allCases.compactMap { measure in
        values[measure].map { value in
          .init(measure.rawValue, ["mean": .number(value.mean), "vowels": .int(value.vowels)])
        }
      })
  }
}

extension SessionRecording {
  fileprivate var json: JSONValue {
    [
      "name": .string(name),
      "sha256": .optional(sha256),
      "duration_s": .optional(duration?.value),
      "recorded_at": .optional(recordedAt?.text),
      "flags": .array(flags.map { .string($0.rawValue) }),
      "use": .string(use.rawValue),
      "quality": .string(quality.rawValue),
      "f0_confidence_percent": .optional(confidencePercent),
      "voiced_fraction": .optional(voicedFraction),
      "signal_type": .optional(signalType),
      "level_dbfs": .optional(level?.value),
      "faults": .array(faults.map(\.json)),
      "cautions": .array(cautions.map(\.json)),
    ]
  }
}

extension BaselineFault {
  var json: JSONValue {
    ["code": .string(code), "message": .string(message), "advice": .string(advice)]
  }
}

extension [VoiceSession] {
  /// The recordings of all sessions in a few numbers.
  var qualityJSON: JSONValue {
    let recordings = flatMap(\.recordings)
    let used = recordings.filter { $0.use == .used }
    return [
      "recordings": .int(recordings.count),
      "used": .int(used.count),
      "verdict": .optional(Verdict.worst(of: used.map(\.quality))?.rawValue),
      "lowest_f0_confidence_percent": .optional(used.compactMap(\.confidencePercent).min()),
      "lowest_voiced_fraction": .optional(used.compactMap(\.voicedFraction).min()),
    ]
  }
}
