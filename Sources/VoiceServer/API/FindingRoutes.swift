// Findings in the language of the user. The stored document keeps its original texts.

internal import JobRunner
internal import RecordStore
internal import VoicePipeline
internal import VoiceReport
internal import VoiceTypes

enum FindingRoutes {
  static var all: [Route] { [findings] }

  private static let findings = Route(
    .get, "/v1/me/sessions/{session}/findings", "sessionFindings",
    "Returns the findings of a recording in words, from its newest document."
  ).inLanguages()
    .giving(200, .json(schema, "Quality, F0, voiced fraction, remarks and refusal."))
    .failing(.stopping)
    .answeringPerson { call, visitor, desk in
      let session = try desk.session(call, of: visitor)
      return APIResponse(json: json(try await desk.newest(of: session), session, call.language))
    }

  private static func json(
    _ document: ResultsDocument, _ session: SessionID, _ language: Language
  ) -> JSONValue {
    let remarks = document.quality.countedChecks.compactMap { check -> JSONValue? in
      guard check.verdict != .pass, let text = language.text(of: check) else { return nil }
      return [
        "check": .string(check.id), "name": .string(language.name(ofCheck: check.id)),
        "verdict": .string(check.verdict.rawValue), "text": .string(text),
      ]
    }
    let measured = document.findings?.biomarkers
    return [
      "session_id": .string(session.text), "tier": .string(document.tier.rawValue),
      "verdict": .string(document.quality.verdict.rawValue),
      "f0_mean_hz": number(measured?[.f0Mean]),
      "voiced_fraction": number(measured?[.f0VoicedFraction]), "remarks": .array(remarks),
      "refusal": document.refusal.map {
        [
          "code": .string($0.code.rawValue), "message": .string(language.message(of: $0)),
          "advice": .string(language.advice(of: $0)),
        ]
      } ?? .null,
    ]
  }

  private static func number(_ measured: Measured?) -> JSONValue {
    measured?.number.map { .number($0) } ?? .null
  }

  private static var schema: JSONValue {
    let text = JSONValue.anyText
    let remark = JSONValue.record(
      ["check": text, "name": text, "verdict": text, "text": text], required: [])
    return .record(
      [
        "session_id": text, "tier": text, "verdict": text, "f0_mean_hz": .numberOrNull,
        "voiced_fraction": .numberOrNull, "remarks": .list(of: remark),
        "refusal": [
          "type": ["object", "null"],
          "properties": ["code": text, "message": text, "advice": text],
        ],
      ], required: ["session_id", "tier", "verdict", "remarks", "refusal"])
  }
}

extension ServerContext {
  /// Returns the newest document of a session; waits for the first document of a running analysis.
  fileprivate func newest(of session: SessionID) async throws -> ResultsDocument {
    if let bytes = try newestResults(in: store.existingSession(session)) {
      guard let json = try? JSONValue.parse(bytes), let document = try? ResultsDocument(json: json)
      else { throw APIFault(.notFound) }
      try disclose(.shown(session, part: "findings"))
      return document
    }
    for await update in runner.updates(of: session) {
      if let document = update.document { return document }
      if update.outcome != nil { throw APIFault(.notFound) }
    }
    throw APIFault(.stopping)
  }
}
