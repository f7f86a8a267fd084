extension ResultsDocument: Shaped {
  /// Document as an ordered JSON value.
  public var json: JSONValue { Self.shape.json(of: self) }

  /// JSON Schema of `sagevoice/results/1`, draft 2020-12.
  public static var jsonSchema: JSONValue {
    shape.schema(
      id: "urn:sagevoice:results:1",
      title: "sagevoice results document, one recording and one tier")
  }

  /// Decodes the document. Throws all faults found.
  public init(json: JSONValue, mode: ValidationMode = .allFaults) throws(FileFaults) {
    self = try Self.shape.read(json, as: "results", mode: mode)
  }

  package static let shape = Shape<ResultsDocument> {
    Derived("schema", always: schema)
    Field("analysis_id", \.analysisID, .text)
    Field("tier", \.tier, .choice)
    Field("task", \.task, .choice, ifMissing: .sustainedVowel)
    Derived(\.outcome, tag: outcomes)
    Field("recording", \.recording, .shaped)
    Field("quality", \.quality, .shaped)
    Field(\.outcome, of: outcomes)
    Field("provenance", \.provenance, .shaped)
    Field("run", \.run, .shaped)
  } make: { id, tier, task, recording, quality, outcome, provenance, run in
    var document = ResultsDocument(
      analysisID: id, tier: tier, task: task, recording: recording, quality: quality,
      outcome: outcome, provenance: provenance, run: run)
    // Until 0.31 a reading had no task, but this reason.
    if document.findings?.signalType.reasons == [ReasonCode.notAVowel.rawValue] {
      document.task = task == .sustainedVowel ? .reading : task
    }
    return document
  }

  private static let outcomes = TaggedUnion<Outcome>(
    "state",
    Variant("complete", Findings.shape, { if case .complete(let it) = $0 { it } else { nil } }) {
      .complete($0)
    },
    Variant("refused", refusal, { if case .refused(let it) = $0 { it } else { nil } }) {
      .refused($0)
    })

  private static let refusal = Shape<Refusal>({ $0 }) { Field("error", { $0 }, .shaped) }
}

extension RecordingFacts: Shaped {
  package static let shape = Shape<RecordingFacts>({
    name, sha256, duration, rate, channels, encoding, capture in
    var facts = RecordingFacts(name: name)
    (facts.sha256, facts.duration, facts.sampleRate) = (sha256, duration, rate)
    (facts.channels, facts.encoding, facts.capture) = (channels, encoding, capture)
    return facts
  }) {
    Field("name", \.name, .anyText)
    Field("sha256", \.sha256, .orNull(.hash))
    Field("duration_s", \.duration, .orNull(.unit()))
    Field("sample_rate_hz", \.sampleRate, .orNull(.unit(.number.short)))
    Field("channels", \.channels, .orNull(.whole(in: 0...Int.max, ["type": "integer"])))
    Field("encoding", \.encoding, .orNull(.choice))
    Field("capture", \.capture, ifThere: .shaped)
  }
}

extension RecordingQualityReport: Shaped {
  package static let shape = Shape(RecordingQualityReport.init) {
    Derived("verdict", \.verdict, .choice)
    Field("checks", \.checks, .list(of: .shaped))
  }
}

extension QualityCheck: Shaped {
  package static let shape = Shape<QualityCheck> {
    Field("id", \.id, .anyText)
    Field("verdict", \.verdict, .choice)
    Field("value", \.value, .orNull(.number))
    Field("unit", \.unit, .anyText)
    Field("limit", \.limit, .orNull(.number))
    Field("message", \.message, .orNull(.anyText))
    Field("sentence", \.sentence, ifThere: .shaped)
  } make: { id, verdict, value, unit, limit, message, sentence in
    var check = QualityCheck(
      named: id, verdict: verdict, value: value, unit: unit, limit: limit, message: message)
    check.sentence = sentence
    return check
  }
}

extension Refusal: Shaped {
  package static let shape = Shape<Refusal> {
    Field("code", \.code, .choice)
    Field("message", \.message, .text)
    Field("advice", \.advice, .text)
    Field("sentence", \.sentence, ifThere: .shaped)
  } make: { code, message, advice, sentence in
    var refusal = Refusal(code, message: message, advice: advice)
    refusal.sentence = sentence
    return refusal
  }
}

extension Provenance: Shaped {
  package static let shape = Shape(Provenance.init) {
    Derived("software", always: "sagevoice")
    Field("version", \.version, .text)
    Field("preset", \.preset, .choice)
    Field("settings", \.settings, .map(of: .anything).described(by: ["type": "object"]))
    Field("settings_sha256", \.settingsSHA256, .hash)
    Field("libraries", \.libraries, .map(of: .anyText))
  }
}

extension RunFacts: Shaped {
  package static let shape = Shape(RunFacts.init) {
    Field("analyzed_at", \.analyzedAt, .text)
    Field("decode_ms", \.decodeMilliseconds, .notNegative)
    Field("analysis_ms", \.analysisMilliseconds, .notNegative)
    Field("total_ms", \.totalMilliseconds, .notNegative)
  }
}
