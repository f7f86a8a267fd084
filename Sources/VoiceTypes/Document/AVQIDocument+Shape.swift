extension AVQIDocument: Shaped {
  /// Document as an ordered JSON value.
  public var json: JSONValue { Self.shape.json(of: self) }

  /// JSON Schema of `sagevoice/avqi/1`, draft 2020-12.
  public static var jsonSchema: JSONValue {
    shape.schema(
      id: "urn:sagevoice:avqi:1",
      title: "sagevoice AVQI document, one recording of speech and one of a sustained vowel")
  }

  /// Decodes the document. Throws all faults found.
  public init(json: JSONValue, mode: ValidationMode = .allFaults) throws(FileFaults) {
    self = try Self.shape.read(json, as: "avqi", mode: mode)
  }

  package static let shape = Shape<AVQIDocument> {
    Derived("schema", always: schema)
    Field("analysis_id", \.analysisID, .text)
    Derived(\.outcome, tag: outcomes)
    Field("recordings", { Recordings(vowel: $0.vowel, speech: $0.speech) }, .shaped)
    Field(\.outcome, of: outcomes)
    Field("provenance", \.provenance, .shaped)
    Field("run", \.run, .shaped)
  } make: { id, recordings, outcome, provenance, run in
    AVQIDocument(
      analysisID: id, vowel: recordings.vowel, speech: recordings.speech, outcome: outcome,
      provenance: provenance, run: run)
  }

  private static let outcomes = TaggedUnion<Outcome>(
    "state",
    Variant("complete", AVQIFindings.shape, { if case .complete(let it) = $0 { it } else { nil } })
    { .complete($0) },
    Variant("refused", refusals, { if case .refused(let it) = $0 { it } else { nil } }) {
      .refused($0)
    })

  private static let refusals = Shape<[AVQIRefusal]>({ $0 }) {
    Field("errors", { $0 }, .list(of: .shaped, .notEmpty))
  }
}

/// Both recordings of a document.
private struct Recordings: Shaped {
  var vowel: CheckedRecording
  var speech: CheckedRecording

  static let shape = Shape(Recordings.init) {
    Field("vowel", \.vowel, .shaped)
    Field("speech", \.speech, .shaped)
  }
}

extension CheckedRecording: Shaped {
  package static let shape = Shape(CheckedRecording.init) {
    Field("recording", \.facts, .shaped)
    Field("quality", \.quality, .shaped)
  }
}

extension AVQIRefusal: Shaped {
  package static let shape = Shape(AVQIRefusal.init) {
    Field("recording", \.role, .choice)
    Field(\.refusal, inline: Refusal.shape)
  }
}

extension AVQIFindings: Shaped {
  package static let shape = Shape<AVQIFindings>(
    allowed: "either a classification or the reason for its absence"
  ) {
    Field("version", \.version, .choice)
    Field("used", \.used, .orNull(.shaped))
    Field({ AVQIValues(parts: $0.parts, index: $0.index) }, inline: AVQIValues.shape)
    Field("classification", { Comparison($0.classification) }, .orNull(.shaped))
    Field("unclassified_because", \.classification.reason, .orNull(.anyText))
    Field("notes", \.notes, .list(of: .anyText))
  } makeIfPossible: { version, used, values, comparison, reason, notes in
    let compared = comparison?.classification(of: version)
    guard let known = compared ?? reason.map({ .none(reason: $0) }),
      compared == nil || reason == nil
    else { return nil }
    var findings = AVQIFindings(
      version: version, used: used, parts: values.parts, index: values.index,
      classification: known)
    findings.notes = notes
    return findings
  }
}

extension AVQIDurations: Shaped {
  package static let shape = Shape<AVQIDurations>(allowed: "a start before the end") {
    Field("speech_sounding_s", \.soundingSpeech, .unit(.notNegative))
    Field("speech_voiced_s", \.voicedSpeech, .unit(.notNegative))
    Field("vowel_s", \.vowel, .unit(.notNegative))
    Field("vowel_start_s", \.vowelSpan?.lowerBound, ifThere: .number)
    Field("vowel_end_s", \.vowelSpan?.upperBound, ifThere: .number)
  } makeIfPossible: { sounding, voiced, vowel, start, end in
    var durations = AVQIDurations(soundingSpeech: sounding, voicedSpeech: voiced, vowel: vowel)
    guard let start, let end else { return start == nil && end == nil ? durations : nil }
    guard start <= end else { return nil }
    durations.vowelSpan = start...end
    return durations
  }
}

/// Index and its components, each a number or null with a reason.
private struct AVQIValues: Shaped {
  var parts: [AVQIPart: Measured]
  var index: Measured

  private static let indexName = "avqi"
  private static let reason = NamedReason.shape(of: AVQIPart.allCases.map(\.rawValue) + [indexName])

  static let shape = Shape<AVQIValues>({ $0 }) {
    Field<AVQIValues, AVQIValues>(
      part: Part(
        write: { values, members in
          members.append(.init("parts", values.numbers))
          members.append(.init(indexName, .optional(values.index.number)))
          members.append(.init("unavailable", .array(values.reasons)))
        },
        describe: { description in
          description.add("parts", numberSchema, .required)
          description.add(indexName, JSONCoder<Double?>.orNull(.number).describe(), .required)
          description.add(
            "unavailable", JSONCoder<[NamedReason]>.list(of: reason.codec).describe(), .required)
        }),
      read: read)
  }

  private var numbers: JSONValue {
    .object(AVQIPart.allCases.map { .init($0.rawValue, .optional(parts[$0]?.number)) })
  }

  /// Reasons of missing numbers in document order.
  private var reasons: [JSONValue] {
    let named = AVQIPart.allCases.map { ($0.rawValue, parts[$0]) } + [(Self.indexName, index)]
    return named.compactMap { name, measured in
      measured?.unavailability.map {
        Self.reason.json(of: NamedReason(name: name, reason: $0))
      }
    }
  }

  private static var numberSchema: JSONValue {
    var description = ObjectDescription()
    for part in AVQIPart.allCases {
      description.add(part.rawValue, JSONCoder<Double?>.orNull(.number).describe(), .required)
    }
    return .object(description.schema(isOpen: false))
  }

  private static func read(_ json: JSONValue, _ reading: inout ShapeReading) -> AVQIValues? {
    let number = JSONCoder<Double?>.orNull(.number)
    let numbers = reading.member("parts", of: json) { json, reading in
      let found = AVQIPart.allCases.compactMap { part in
        reading.member(part.rawValue, of: json, number.read).map { (part, $0) }
      }
      return found.count == AVQIPart.allCases.count ? found : nil
    }
    let index = reading.member(indexName, of: json, number.read)
    let reasons = reading.member(
      "unavailable", of: json, JSONCoder<[NamedReason]>.list(of: reason.codec).read)
    guard let numbers, let index, let reasons else { return nil }
    let named = NamedValues(reasons)
    let parts = numbers.map { part, number in
      (part, named.value(part.rawValue, number, &reading))
    }
    return AVQIValues(
      parts: Dictionary(parts, uniquingKeysWith: { first, _ in first }),
      index: named.value(indexName, index, &reading))
  }
}

/// Comparison without the AVQI version, which another member of the document has.
private struct Comparison: Shaped {
  var language: AVQILanguage
  var cutOff: Double
  var relation: AVQIRelation
  var citation: String
  var sentence = ""

  init?(_ classification: AVQIClassification) {
    guard case .against(let cutOff, let relation) = classification else { return nil }
    self.init(cutOff.language, cutOff.value, relation, cutOff.citation)
    sentence = classification.sentence ?? ""
  }

  private init(
    _ language: AVQILanguage, _ cutOff: Double, _ relation: AVQIRelation, _ citation: String
  ) {
    self.language = language
    self.cutOff = cutOff
    self.relation = relation
    self.citation = citation
  }

  func classification(of version: AVQIVersion) -> AVQIClassification {
    let cutOff = AVQICutOff(
      version: version, language: language, value: cutOff, citation: citation)
    return .against(cutOff, relation)
  }

  static let shape = Shape<Comparison>({ Comparison($0, $1, $2, $3) }) {
    Field("language", \.language, .choice)
    Field("cut_off", \.cutOff, .number)
    Field("relation", \.relation, .choice)
    Field("citation", \.citation, .text)
    Derived("sentence", \.sentence, .text, .notNeeded)
  }
}

extension AVQIClassification {
  /// Reason for the absence of a comparison.
  fileprivate var reason: String? {
    if case .none(let reason) = self { reason } else { nil }
  }
}
