internal import EmbeddedFiles

extension IndexDocument: Shaped {
  /// Document as an ordered JSON value.
  package var json: JSONValue { Self.shape.json(of: self) }

  /// JSON Schema of `sagevoice/index/1`, draft 2020-12.
  package static var jsonSchema: JSONValue {
    shape.schema(
      id: "urn:sagevoice:index:1",
      title: "sagevoice index document, one recording of speech and one of a sustained vowel")
  }

  /// JSON Schema of ``formerSchema``.
  package static var formerJSONSchema: JSONValue {
    guard let schema = try? JSONValue.parse(EmbeddedFiles.schemas["avqi-1.schema.json"]) else {
      preconditionFailure("the embedded schema is JSON")
    }
    return schema
  }

  /// Decodes the document, or one of ``formerSchema``. Throws all faults found.
  package init(json: JSONValue, mode: ValidationMode = .allFaults) throws(FileFaults) {
    let isFormer = json["schema"] == .string(Self.formerSchema)
    self = try Self.shape.read(
      isFormer ? Self.converted(json) : json, as: isFormer ? "avqi" : "index", mode: mode)
  }

  package static let shape = Shape(IndexDocument.init) {
    Derived("schema", always: schema)
    Field("analysis_id", \.analysisID, .text)
    Field("index", \.index, .choice)
    Derived(\.outcome, tag: outcomes)
    Field("recordings", \.recordings, pair.codec)
    Field(\.outcome, of: outcomes)
    Field("provenance", \.provenance, .shaped)
    Field("run", \.run, .shaped)
  }.checking { document, reading in
    let parts = document.index.parts
    guard let found = document.findings?.parts, Set(found.keys) != Set(parts) else { return }
    reading.note(
      "parts",
      found: IndexPart.allCases.filter { found[$0] != nil }.map(\.rawValue).joined(separator: ", "),
      allowed: parts.map(\.rawValue).joined(separator: ", "))
  }

  private static let outcomes = TaggedUnion<Outcome>(
    "state",
    Variant("complete", IndexFindings.shape, { if case .complete(let it) = $0 { it } else { nil } })
    { .complete($0) },
    Variant("refused", refusals, { if case .refused(let it) = $0 { it } else { nil } }) {
      .refused($0)
    })

  private static let refusals = Shape<[RoleRefusal]>({ $0 }) {
    Field("errors", { $0 }, .list(of: refusal.codec, .notEmpty))
  }

  private static let refusal = Shape<RoleRefusal>({ ($0, $1) }) {
    Field("recording", \.role, .choice)
    Field(\.refusal, inline: Refusal.shape)
  }

  private static let pair = Shape<(vowel: Recording, speech: Recording)>({ ($0, $1) }) {
    Field("vowel", \.vowel, recording.codec)
    Field("speech", \.speech, recording.codec)
  }

  private static let recording = Shape<Recording>({ ($0, $1) }) {
    Field("recording", \.facts, .shaped)
    Field("quality", \.quality, .shaped)
  }
}

extension IndexFindings: Shaped {
  private static let valueName = "value"

  /// Each number is a value without a reason, or null with one.
  package static let shape = Shape<IndexFindings>(
    allowed: "one reason for each null, and either comparisons or the reason for their absence"
  ) {
    Field("used", \.used, .orNull(.shaped))
    Field(
      "parts", { $0.parts.mapValues(\.number) },
      .map(by: IndexPart.self, .asDeclared, .ignoringOthers, of: .orNull(.number)))
    Field(valueName, \.value.number, .orNull(.number))
    Field(
      "unavailable", \.reasons,
      .list(of: NamedReason.shape(of: IndexPart.allCases.map(\.rawValue) + [valueName]).codec))
    Field(
      "comparisons",
      { findings in
        findings.cutOffs.map { Compared(cutOff: $0, relation: $0.relation(of: findings.value)) }
      }, .list(of: .shaped))
    Field("not_compared_because", \.notCompared, .orNull(.anyText))
    Field("notes", \.notes, .list(of: .anyText))
  } makeIfPossible: { used, numbers, number, reasons, compared, reason, notes in
    let named = Dictionary(grouping: reasons, by: \.name)
    func measured(_ name: String, _ number: Double?) -> Measured? {
      let reasons = named[name] ?? []
      if let number { return reasons.isEmpty ? Measured(number) : nil }
      return reasons.count == 1 ? .unavailable(reasons[0].reason) : nil
    }
    var parts: [IndexPart: Measured] = [:]
    for (part, number) in numbers { parts[part] = measured(part.rawValue, number) }
    guard parts.count == numbers.count, let value = measured(valueName, number),
      compared.isEmpty == (reason != nil), compared.isEmpty || number != nil
    else { return nil }
    return IndexFindings(
      used: used, parts: parts, value: value, cutOffs: compared.map(\.cutOff),
      notCompared: reason, notes: notes)
  }

  /// Reasons of missing numbers in document order.
  package var reasons: [NamedReason] {
    let named = IndexPart.allCases.map { ($0.rawValue, parts[$0]) } + [(Self.valueName, value)]
    return named.compactMap { name, measured in
      measured?.unavailability.map { NamedReason(name: name, reason: $0) }
    }
  }
}

extension IndexDurations: Shaped {
  package static let shape = Shape<IndexDurations>(allowed: "a start before the end") {
    Field("speech_sounding_s", \.soundingSpeech, .unit(.notNegative))
    Field("speech_voiced_s", \.voicedSpeech, .unit(.notNegative))
    Field("vowel_s", \.vowel, .unit(.notNegative))
    Field("vowel_start_s", \.vowelSpan?.lowerBound, ifThere: .number)
    Field("vowel_end_s", \.vowelSpan?.upperBound, ifThere: .number)
  } makeIfPossible: { sounding, voiced, vowel, start, end in
    guard (start == nil) == (end == nil), (start ?? 0) <= (end ?? 0) else { return nil }
    return IndexDurations(
      soundingSpeech: sounding, voicedSpeech: voiced, vowel: vowel,
      vowelSpan: start.flatMap { start in end.map { start...$0 } })
  }
}

/// Cut-off with the position of an index.
private struct Compared: Shaped {
  var cutOff: IndexCutOff
  var relation: IndexCutOff.Relation

  static let shape = Shape<Compared> {
    Field("language", \.cutOff.language, .choice)
    Field("cut_off", \.cutOff.value, .number)
    Field("relation", \.relation, .choice)
    Field("citation", \.cutOff.citation, .text)
    Field("study", \.cutOff.study, ifThere: .shaped)
    Derived("pipeline", \.cutOff.pipeline, .choice, .notNeeded)
    Derived("pipeline_class", \.cutOff.pipeline.compatibility, .choice, .notNeeded)
    Derived("sentence", \.sentence, .text, .notNeeded)
  } make: {
    Compared(
      cutOff: IndexCutOff(language: $0, value: $1, citation: $3, study: $4), relation: $2)
  }

  /// Comparison in one English sentence without a full stop.
  private var sentence: String {
    let language = TextCatalogue.assessments.text("index.language.\(cutOff.language.rawValue)")
    let material = cutOff.study.map { ", \($0.material)" } ?? ""
    return "\(relation.rawValue.replacing("_", with: " ")) the published cut-off \(cutOff.value) "
      + "(\(language)\(material); \(cutOff.citation))"
  }
}

extension IndexCutOff: Shaped {
  package static let shape = Shape(IndexCutOff.init) {
    Field("language", \.language, .choice)
    Field("cut_off", \.value, .number)
    Field("citation", \.citation, .text)
    Field("study", \.study, ifThere: .shaped)
  }
}

extension IndexCutOff.Study: Shaped {
  package static let shape = Shape(IndexCutOff.Study.init) {
    Field("material", \.material, .text)
    Field("speakers", \.speakers, .positiveCount)
    Field("praat_version", \.praat, .orNull(.text))
    Field("sample_rate_hz", \.rate, ifThere: .unit(.positive))
    Field("sensitivity", \.sensitivity, .orNull(.number))
    Field("specificity", \.specificity, .orNull(.number))
  }
}

extension IndexDocument {
  /// A document of ``formerSchema`` in the present format. Other values stay as they are.
  private static func converted(_ former: JSONValue) -> JSONValue {
    // A refused document has no version.
    let version = if case .string(let version)? = former["version"] { version } else { "03.01" }
    let members = former.ownMembers.filter { $0.key != "schema" && $0.key != "version" }
    return .object(
      [.init("schema", .string(schema)), .init("index", .string("avqi_\(version)"))]
        + members.map(converted))
  }

  private static func converted(_ member: JSONValue.Member) -> JSONValue.Member {
    switch (member.key, member.value) {
    case ("avqi", let value): .init("value", value)
    case ("classification", let value):
      .init("comparisons", .array(value == .null ? [] : [value]))
    case ("unclassified_because", let value): .init("not_compared_because", value)
    case ("unavailable", .array(let reasons)):
      .init("unavailable", .array(reasons.map { .object($0.ownMembers.map(converted)) }))
    case ("measure", "avqi"): .init("measure", "value")
    default: member
    }
  }
}
