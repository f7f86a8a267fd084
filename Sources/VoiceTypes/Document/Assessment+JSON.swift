// The assessment as JSON, member by member in the order of the schema.

extension Assessment {
  /// The assessment as an ordered JSON value.
  public var json: JSONValue {
    [
      "reference": reference.json,
      "recording": recording.json,
      "measures": .array(measures.map(\.json)),
      "context": context.json,
      "notice": .string(Self.notice),
    ]
  }
}

extension AssessedReference {
  fileprivate var json: JSONValue {
    [
      "version": .string(version),
      "sha256": .string(sha256),
      "measured": measured.map(\.json) ?? .null,
      "band": .optional(demographic.band?.rawValue),
      "category": .optional(demographic.category?.rawValue),
      "reason": .string(demographic.reason),
      "cautions": .array(cautions.map { .string($0) }),
    ]
  }
}

extension LimitsName {
  fileprivate var json: JSONValue { ["version": .string(version), "sha256": .string(sha256)] }
}

extension RecordingAssessment {
  fileprivate var json: JSONValue {
    [
      "grade": .string(grade.rawValue),
      "reasons": .array(reasons.map { .string($0) }),
      "confidence": confidence.json,
      "voiced_ratio": voicedRatio.json,
      "duration": duration.json,
    ]
  }
}

extension JudgedMinimum {
  fileprivate var json: JSONValue {
    [
      "value": .optional(value),
      "unit": .string(unit),
      "pass": .wholeIfExact(pass),
      "warn": .wholeIfExact(warn),
      "verdict": .string(verdict.rawValue),
    ]
  }
}

extension MeasureAssessment {
  fileprivate var json: JSONValue {
    [
      "measure": .string(measure.rawValue),
      "value": measure.isCount ? .wholeIfExact(value) : .number(value),
      "unit": .string(measure.unit),
      "ci95": interval.map { .array([.number($0.low), .number($0.high)]) } ?? .null,
      "typical": typical?.json ?? .null,
      "published": published?.json ?? .null,
      "standing": .string(standing.rawValue),
      "source": .optional(source),
      "sentence": .string(sentence),
    ]
  }
}

extension AppliedLimit {
  fileprivate var json: JSONValue {
    [
      "low": low.map { .wholeIfExact($0) } ?? .null,
      "high": high.map { .wholeIfExact($0) } ?? .null,
      "basis": .string(basis.rawValue),
      "citation": .string(citation),
      "label": .string(label),
      "caution": .optional(caution),
      "kind": .string(kind.rawValue),
    ]
  }
}

extension ReportedConditions {
  fileprivate var json: JSONValue {
    [
      "voice_conditions": .array(voice.map { .string($0) }),
      "diagnosed_conditions": .array(diagnosed.map { .string($0) }),
      "suspected_conditions": suspected.map { .array($0.map { .string($0) }) } ?? .null,
    ]
  }
}
