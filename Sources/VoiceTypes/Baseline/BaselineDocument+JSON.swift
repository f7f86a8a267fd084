// The baseline document as JSON, member by member in the order of its schema.

extension BaselineDocument {
  /// The document as an ordered JSON value.
  public var json: JSONValue {
    var members: [JSONValue.Member] = [.init("schema", .string(Self.schema))]
    switch outcome {
    case .accepted(let baseline): members += baseline.members
    case .rejected(let rejection): members += rejection.members
    }
    members += [
      .init("notes", .array(notes.map { .string($0) })),
      .init("provenance", provenance.json),
      .init("run", run.json),
    ]
    return .object(members)
  }
}

extension VocalBaseline {
  fileprivate var members: [JSONValue.Member] {
    [
      .init("state", "accepted"),
      .init("status", .string(status.rawValue)),
      .init("person", person.json),
      .init("context", .string(context)),
      .init("conditions", conditions.json),
      .init("quality", sessions.qualityJSON),
      .init("biomarkers", .array(measures.map(\.json))),
      .init("sessions", .array(sessions.map(\.json))),
      .init("parent", parent?.json ?? .null),
    ]
  }
}

extension BaselineRejection {
  fileprivate var members: [JSONValue.Member] {
    [
      .init("state", "rejected"),
      .init("person", person.json),
      .init("context", .string(context)),
      .init("quality", sessions.qualityJSON),
      .init("sessions", .array(sessions.map(\.json))),
      .init("reasons", .array(reasons.map(\.json))),
    ]
  }
}

extension BaselinePerson {
  fileprivate var json: JSONValue {
    [
      "user_id": .string(userID),
      "age": .optional(age?.years),
      "age_band": .optional(age.map { AgeBand(of: $0).rawValue }),
      "reference_category": .optional(category?.rawValue),
      "reference_reason": .optional(categoryReason),
      "voice_conditions": .array(voiceConditions.map { .string($0) }),
      "diagnosed_conditions": .array(diagnosedConditions.map { .string($0) }),
      "suspected_conditions": suspectedConditions.map { .array($0.map { .string($0) }) } ?? .null,
    ]
  }
}

extension RecordingConditions {
  var json: JSONValue {
    [
      "device_model": .optional(deviceModel),
      "encoding": .string(encoding.rawValue),
      "sample_rate_hz": .wholeIfExact(sampleRate.value),
      "preset": .string(preset.rawValue),
      "settings_sha256": .string(settingsSHA256),
      "version": .string(version),
    ]
  }
}

extension BaselineMeasure {
  fileprivate var json: JSONValue {
    [
      "measure": .string(measure.rawValue),
      "family": .optional(family?.rawValue),
      "primary": .bool(isPrimary),
      "unit": .string(measure.unit),
      "usual": .number(usual),
      "sessions": .int(sessions),
      "vowels": .int(vowels),
      "scale": .string(scale.rawValue),
      "mean": .number(mean),
      "own_sd": .optional(ownSD),
      "variation": variation?.json ?? .null,
    ]
  }
}

extension BaselineMeasure.Variation {
  fileprivate var json: JSONValue {
    [
      "population_sd": .number(populationSD),
      "sd": .number(standardDeviation),
      "degrees_of_freedom": .int(degreesOfFreedom),
      "usual_range": ["low": .number(low), "high": .number(high)],
    ]
  }
}

extension BaselineParent {
  fileprivate var json: JSONValue {
    [
      "baseline_id": .string(baselineID),
      "sha256": .string(sha256),
      "status": .string(status.rawValue),
      "keeps_sessions": .bool(keepsSessions),
    ]
  }
}

extension BaselineRun {
  fileprivate var json: JSONValue {
    ["baseline_id": .string(baselineID), "established_at": .string(establishedAt)]
  }
}
