// The AVQI document as JSON, member by member in the order of its schema.

extension AVQIDocument {
  /// The document as an ordered JSON value.
  public var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("schema", .string(Self.schema)),
      .init("analysis_id", .string(analysisID)),
      .init("state", findings == nil ? "refused" : "complete"),
      .init("recordings", ["vowel": vowel.json, "speech": speech.json]),
    ]
    switch outcome {
    case .complete(let findings): members += findings.members
    case .refused(let refusals):
      members.append(.init("errors", .array(refusals.map(\.json))))
    }
    members += [.init("provenance", provenance.json), .init("run", run.json)]
    return .object(members)
  }
}

extension CheckedRecording {
  fileprivate var json: JSONValue { ["recording": facts.json, "quality": quality.json] }
}

extension AVQIRefusal {
  fileprivate var json: JSONValue {
    [
      "recording": .string(role.rawValue),
      "code": .string(refusal.code.rawValue),
      "message": .string(refusal.message),
      "advice": .string(refusal.advice),
    ]
  }
}

extension AVQIFindings {
  fileprivate var members: [JSONValue.Member] {
    [
      .init("version", .string(version.rawValue)),
      .init("used", used?.json ?? .null),
      .init(
        "parts",
        .object(
          AVQIPart.allCases.map { .init($0.rawValue, .optional(parts[$0]?.number)) })),
      .init("avqi", .optional(index.number)),
      .init("unavailable", .array(unavailable)),
      .init("classification", classification.json),
      .init("unclassified_because", classification.reasonJSON),
      .init("notes", .array(notes.map { .string($0) })),
    ]
  }

  /// The reasons for the numbers that are missing, in the order of the document.
  private var unavailable: [JSONValue] {
    let named = AVQIPart.allCases.map { ($0.rawValue, parts[$0]) } + [("avqi", index)]
    return named.compactMap { name, measured in
      measured?.unavailability.map { $0.json(of: name) }
    }
  }
}

extension AVQIDurations {
  fileprivate var json: JSONValue {
    [
      "speech_sounding_s": .number(soundingSpeech.value),
      "speech_voiced_s": .number(voicedSpeech.value),
      "vowel_s": .number(vowel.value),
    ]
  }
}

extension AVQIClassification {
  fileprivate var json: JSONValue {
    guard case .against(let cutOff, let relation) = self else { return .null }
    return [
      "language": .string(cutOff.language.rawValue),
      "cut_off": .number(cutOff.value),
      "relation": .string(relation.rawValue),
      "citation": .string(cutOff.citation),
      "sentence": .optional(sentence),
    ]
  }

  fileprivate var reasonJSON: JSONValue {
    guard case .none(let reason) = self else { return .null }
    return .string(reason)
  }
}
