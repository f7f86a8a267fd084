extension BaselineDocument: Shaped {
  /// Document as an ordered JSON value.
  public var json: JSONValue { Self.shape.json(of: self) }

  /// JSON Schema of `sagevoice/baseline/1`, draft 2020-12.
  public static var jsonSchema: JSONValue {
    shape.schema(
      id: "urn:sagevoice:baseline:1",
      title: "sagevoice baseline, the reference values of one person")
  }

  /// Decodes the document. Throws all faults found. `StoredBaseline` checks values derived from the
  /// sessions.
  public init(json: JSONValue, mode: ValidationMode = .allFaults) throws(FileFaults) {
    self = try Self.shape.read(json, as: "baseline", mode: mode)
  }

  package static let shape = Shape(BaselineDocument.init) {
    Derived("schema", always: schema)
    Derived(\.outcome, tag: outcomes)
    Field(\.outcome, of: outcomes)
    Field("notes", \.notes, .list(of: .anyText))
    Field("provenance", \.provenance, .shaped)
    Field("run", \.run, .shaped)
    Field("progress", \.progress, ifThere: .shaped)
  }

  private static let outcomes = TaggedUnion<Outcome>(
    "state",
    Variant("accepted", VocalBaseline.shape, { if case .accepted(let it) = $0 { it } else { nil } })
    { .accepted($0) },
    Variant(
      "rejected", BaselineRejection.shape, { if case .rejected(let it) = $0 { it } else { nil } }
    ) { .rejected($0) })
}

extension VocalBaseline: Shaped {
  package static let shape = Shape<VocalBaseline> {
    Field("status", \.status, .choice)
    Field("person", \.person, .shaped)
    Field("context", \.context, .text)
    Field("conditions", \.conditions, .shaped)
    Derived("quality", { RecordingsSummary($0.sessions) }, .shaped, .notNeeded)
    Field("biomarkers", \.measures, .list(of: .shaped, .notEmpty))
    Field("sessions", \.sessions, .list(of: .shaped))
    Field("parent", \.parent, .orNull(.shaped))
  } make: { status, person, context, conditions, measures, sessions, parent in
    VocalBaseline(
      status: status, person: person, context: context, conditions: conditions,
      sessions: sessions, measures: measures, parent: parent)
  }
}

extension BaselineRejection: Shaped {
  package static let shape = Shape(BaselineRejection.init) {
    Field("person", \.person, .shaped)
    Field("context", \.context, .text)
    Derived("quality", { RecordingsSummary($0.sessions) }, .shaped, .notNeeded)
    Field("sessions", \.sessions, .list(of: .shaped))
    Field("reasons", \.reasons, .list(of: .shaped, .notEmpty))
  }
}

extension BaselinePerson: Shaped {
  package static let shape = Shape<BaselinePerson> {
    Field("user_id", \.userID, .text)
    Field("age", \.age, .orNull(.age(described: ["type": "integer"])))
    Derived("age_band", { $0.age.map { AgeBand(of: $0) } }, .orNull(.choice), .notNeeded)
    Field("reference_category", \.category, .orNull(.choice))
    Field("reference_reason", \.categoryReason, .orNull(.anyText))
    Field("voice_conditions", \.voiceConditions, .list(of: .text))
    Field("diagnosed_conditions", \.diagnosedConditions, .list(of: .text))
    Field("suspected_conditions", \.suspectedConditions, .orNull(.list(of: .text)))
  } make: { userID, age, category, reason, voice, diagnosed, suspected in
    var person = BaselinePerson(UserProfile(userID: userID), demographic: nil)
    person.age = age
    (person.category, person.categoryReason) = (category, reason)
    (person.voiceConditions, person.diagnosedConditions) = (voice, diagnosed)
    person.suspectedConditions = suspected
    return person
  }
}

extension JSONCoder where Value == Age {
  /// Coder of an accepted age. A nil `schema` means the exact range.
  static func age(described schema: JSONValue?) -> JSONCoder {
    mapped(
      .whole(in: Age.allowed, schema), allowed: "an age", { Age(years: $0) }, { $0.years })
  }
}

extension RecordingConditions: Shaped {
  package static let shape = Shape(RecordingConditions.init) {
    Field("device_model", \.deviceModel, .orNull(.anyText))
    Field("encoding", \.encoding, .choice)
    Field("sample_rate_hz", \.sampleRate, .unit(.positive.short))
    Field("preset", \.preset, .choice)
    Field("settings_sha256", \.settingsSHA256, .hash)
    Field("version", \.version, .text)
  }
}

extension BaselineMeasure: Shaped {
  package static let shape = Shape<BaselineMeasure> {
    Field("measure", \.measure, .choice)
    Field("family", \.family, .orNull(.choice))
    Field("primary", \.isPrimary, .flag)
    Derived("unit", \.measure.unit, .anyText)
    Field("usual", \.usual, .number)
    Field("sessions", \.sessions, .positiveCount)
    Field("vowels", \.vowels, .positiveCount)
    Field("scale", \.scale, .choice)
    Field("mean", \.mean, .number)
    Field("own_sd", \.ownSD, .orNull(.number))
    Field("variation", \.variation, .orNull(.shaped))
  } make: { measure, family, isPrimary, usual, sessions, vowels, scale, mean, ownSD, variation in
    let value = BaselineValue(sessions: [SessionValue(mean: mean, vowels: vowels)])
    var read = BaselineMeasure(
      measure, family: family, isPrimary: isPrimary, scale: scale, of: value, usual: usual)
    (read.sessions, read.ownSD, read.variation) = (sessions, ownSD, variation)
    return read
  }
}

extension BaselineMeasure.Variation: Shaped {
  package static let shape = Shape<BaselineMeasure.Variation> {
    Field("population_sd", \.populationSD, .positive)
    Field("sd", \.standardDeviation, .positive)
    Field("degrees_of_freedom", \.degreesOfFreedom, .positiveCount)
    Field("usual_range", { ConfidenceInterval(low: $0.low, high: $0.high) }, .lowAndHigh)
  } make: { population, deviation, degrees, range in
    BaselineMeasure.Variation(
      populationSD: population, standardDeviation: deviation, degreesOfFreedom: degrees,
      low: range.low, high: range.high)
  }
}

extension BaselineParent: Shaped {
  package static let shape = Shape(BaselineParent.init) {
    Field("baseline_id", \.baselineID, .text)
    Field("sha256", \.sha256, .hash)
    Field("status", \.status, .choice)
    Field("keeps_sessions", \.keepsSessions, .flag)
  }
}

extension BaselineRun: Shaped {
  package static let shape = Shape(BaselineRun.init) {
    Field("baseline_id", \.baselineID, .text)
    Field("established_at", \.establishedAt, .text)
  }
}

extension JSONCoder where Value == ConfidenceInterval {
  /// Interval as an object with `low` and `high`.
  static var lowAndHigh: JSONCoder {
    Shape(ConfidenceInterval.init) {
      Field("low", \.low, .number)
      Field("high", \.high, .number)
    }.codec
  }
}
