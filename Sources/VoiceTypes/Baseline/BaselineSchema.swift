// The JSON Schema of the baseline document, of the same pieces as that of the results document.

/// The published schema of `sagevoice/baseline/1`.
public enum BaselineSchema {
  typealias Member = JSONValue.Member

  /// JSON Schema, draft 2020-12.
  public static var json: JSONValue {
    let both = [person, context, quality, sessions]
    let accepted = [status, conditions, biomarkers, parent]
    let tail = [notes, ResultsSchema.provenance, run]
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "urn:sagevoice:baseline:1",
      "title": "sagevoice baseline, one person's own usual voice",
      "type": "object",
      "properties": .object(head + both + accepted + [reasons] + tail),
      "required": .array(Schema.names(of: head + both + tail)),
      "additionalProperties": false,
      "oneOf": [
        Schema.state("accepted", with: accepted, without: "reasons"),
        Schema.state("rejected", with: "reasons", insteadOf: accepted),
      ],
    ]
  }

  private static var head: [Member] {
    [
      Member("schema", ["const": .string(BaselineDocument.schema)]),
      Member("state", ["enum": ["accepted", "rejected"]]),
    ]
  }

  private static var status: Member {
    Member("status", Schema.oneOf(BaselineStatus.self))
  }

  private static var person: Member {
    let conditions: JSONValue = Schema.list(of: Schema.text)
    return Member(
      "person",
      Schema.object([
        Member("user_id", Schema.text),
        Member("age", Schema.nullable("integer")),
        Member("age_band", Schema.nullableOneOf(AgeBand.self)),
        Member("reference_category", Schema.nullableOneOf(ReferenceCategory.self)),
        Member("reference_reason", Schema.nullable("string")),
        Member("voice_conditions", conditions),
        Member("diagnosed_conditions", conditions),
        Member(
          "suspected_conditions", ["type": ["array", "null"], "items": Schema.text]),
      ]))
  }

  private static var context: Member { Member("context", Schema.text) }

  private static var conditions: Member {
    Member(
      "conditions",
      Schema.object([
        Member("device_model", Schema.nullable("string")),
        Member("encoding", Schema.oneOf(SampleEncoding.self)),
        Member("sample_rate_hz", Schema.positive),
        Member("preset", Schema.oneOf(Preset.self)),
        Member("settings_sha256", Schema.hash),
        Member("version", Schema.text),
      ]))
  }

  private static var quality: Member {
    Member(
      "quality",
      Schema.object([
        Member("recordings", Schema.count),
        Member("used", Schema.count),
        Member("verdict", Schema.nullableOneOf(Verdict.self)),
        Member("lowest_f0_confidence_percent", Schema.nullable("number")),
        Member("lowest_voiced_fraction", Schema.nullable("number")),
      ]))
  }

  private static var biomarkers: Member {
    let variation = Schema.object([
      Member("population_sd", Schema.positive),
      Member("sd", Schema.positive),
      Member("degrees_of_freedom", Schema.positiveCount),
      Member("usual_range", range),
    ])
    let measure = Schema.object([
      Member("measure", Schema.oneOf(Measure.self)),
      Member("family", Schema.nullableOneOf(MeasureFamily.self)),
      Member("primary", Schema.flag),
      Member("unit", Schema.anyText),
      Member("usual", Schema.number),
      Member("sessions", Schema.positiveCount),
      Member("vowels", Schema.positiveCount),
      Member("scale", Schema.oneOf(ValueScale.self)),
      Member("mean", Schema.number),
      Member("own_sd", Schema.nullable("number")),
      Member("variation", Schema.orNull(variation)),
    ])
    return Member("biomarkers", Schema.list(of: measure, .notEmpty))
  }

  private static var sessions: Member {
    Member("sessions", Schema.list(of: Schema.object(session)))
  }

  private static var parent: Member {
    Member(
      "parent",
      Schema.orNull(
        Schema.object([
          Member("baseline_id", Schema.text),
          Member("sha256", Schema.hash),
          Member("status", Schema.oneOf(BaselineStatus.self)),
          Member("keeps_sessions", Schema.flag),
        ])))
  }

  private static var reasons: Member {
    Member("reasons", Schema.list(of: fault, .notEmpty))
  }

  private static var notes: Member {
    Member("notes", Schema.list(of: Schema.anyText))
  }

  private static var run: Member {
    Member(
      "run",
      Schema.object([Member("baseline_id", Schema.text), Member("established_at", Schema.text)]))
  }
}

// MARK: - Pieces that the comparison has as well

extension BaselineSchema {
  static var range: JSONValue {
    Schema.object([Member("low", Schema.number), Member("high", Schema.number)])
  }

  static var fault: JSONValue {
    Schema.object([
      Member("code", Schema.text), Member("message", Schema.text), Member("advice", Schema.text),
    ])
  }

  /// The members of a session.
  static var session: [Member] {
    let value = Schema.object([
      Member("mean", Schema.number), Member("vowels", Schema.positiveCount),
    ])
    return [
      Member("session_id", Schema.text),
      Member("recorded_at", Schema.nullable("string")),
      Member("usable_vowels", Schema.count),
      Member("recordings", Schema.list(of: recording, .notEmpty)),
      Member(
        "values",
        [
          "type": "object", "propertyNames": Schema.oneOf(Measure.self),
          "additionalProperties": value,
        ]),
    ]
  }

  private static var recording: JSONValue {
    Schema.object([
      Member("name", Schema.anyText),
      Member("sha256", Schema.hashOrNull),
      Member("duration_s", Schema.nullable("number")),
      Member("recorded_at", Schema.nullable("string")),
      Member("flags", Schema.list(of: Schema.oneOf(ContextFlag.self))),
      Member("use", Schema.oneOf(RecordingUse.self)),
      Member("quality", Schema.oneOf(Verdict.self)),
      Member("f0_confidence_percent", Schema.nullable("number")),
      Member("voiced_fraction", Schema.nullable("number")),
      Member("signal_type", Schema.signalType),
      Member("level_dbfs", Schema.nullable("number")),
      Member("faults", Schema.list(of: fault)),
      Member("cautions", Schema.list(of: fault)),
    ])
  }
}
