// Checks documents of a session. Results documents: schema, tier, recording of the header, and for every measure a
// number or exactly one reason.

internal import VoiceTypes

/// Checks the documents of a session. The header is first.
struct DocumentCheck {
  private var header: SessionHeader?

  mutating func problems(
    of document: SessionDocument, _ bytes: [UInt8], in session: SessionID
  ) throws(StoreError) -> [String] {
    switch document {
    case .header:
      let filed = try FiledHeader.shape.read(bytes, file: document.name, by: .header)
      header = filed.header
      return Self.sessionProblems(filed.session, session)
    case .state:
      let filed = try FiledState.shape.read(bytes, file: document.name, by: .state)
      return Self.sessionProblems(filed.session, session)
    case .quick: return try resultsProblems(bytes, document, .quick)
    case .computed: return try resultsProblems(bytes, document, .comprehensive)
    case .audio:
      let isSame = header.map { $0.recording.sha256 == StoreSecrets.sha256(of: bytes) } ?? true
      return isSame ? [] : ["the recording differs from the header"]
    case .avqi: return try indexProblems(bytes)
    case .answers, .comparison, .former, .bundle:
      _ = try StoredJSON.parse(bytes, file: document.name)
      return []
    // The history has their hashes, and programs do not read them.
    case .page, .sheets: return []
    }
  }

  /// Checks that an index document contains the recording of the session and another one.
  private func indexProblems(_ bytes: [UInt8]) throws(StoreError) -> [String] {
    let json = try StoredJSON.parse(bytes, file: SessionDocument.avqi.name)
    if json["schema"] != .string(IndexDocument.formerSchema) {
      try StoredJSON.check(json, is: IndexDocument.schema, file: SessionDocument.avqi.name)
    }
    guard let sha256 = header?.recording.sha256 else { return [] }
    let recordings = json["recordings"]
    let found = IndexRole.allCases.map {
      recordings?[$0.rawValue]?["recording"]?["sha256"]
    }
    return found.contains(.string(sha256)) ? [] : ["the recordings differ from the header"]
  }

  private static func sessionProblems(_ named: SessionID, _ session: SessionID) -> [String] {
    named == session ? [] : ["the document belongs to the session \(named.text)"]
  }

  private func resultsProblems(
    _ bytes: [UInt8], _ document: SessionDocument, _ tier: Tier
  ) throws(StoreError) -> [String] {
    let json = try StoredJSON.parse(bytes, file: document.name)
    try StoredJSON.check(json, is: ResultsDocument.schema, file: document.name)
    let results = try ResultsInBrief.shape.read(json, file: document.name)
    var problems: [String] = []
    if results.tier != tier.rawValue { problems.append("the tier is not \(tier.rawValue)") }
    if let header, results.recording.sha256 != header.recording.sha256 {
      problems.append("the recording differs from the header")
    }
    if results.state == "complete" { problems += measureProblems(json) }
    return problems
  }

  private func measureProblems(_ json: JSONValue) -> [String] {
    guard case .array(let entries)? = json["unavailable"] else {
      return ["`unavailable` is not a list"]
    }
    guard case .object(let groups)? = json["biomarkers"] else {
      return ["`biomarkers` is not an object"]
    }
    let reasons = entries.compactMap { entry -> String? in
      if case .string(let name)? = entry["measure"] { name } else { nil }
    }
    // The measures of the document, because another version may have others.
    return groups.flatMap { group -> [String] in
      guard case .object(let measures) = group.value else {
        return ["\(group.key) is not an object"]
      }
      return measures.filter { $0.key != "components" }.compactMap { measure in
        let name = "\(group.key).\(measure.key)"
        let count = reasons.count { $0 == name }
        return count == (measure.value == .null ? 1 : 0)
          ? nil : "\(name) has the value \(measure.value.excerpt) and \(count) reasons"
      }
    }
  }
}

/// The compared members of results documents.
private struct ResultsInBrief: Shaped {
  var tier: String
  var state: String
  var recording: Recording

  struct Recording: Shaped {
    var sha256: String?

    static let shape = Shape(Recording.init) { Field("sha256", \.sha256, .orNull(.anyText)) }
  }

  static let shape = Shape(ResultsInBrief.init) {
    Field("tier", \.tier, .anyText)
    Field("state", \.state, .anyText)
    Field("recording", \.recording, .shaped)
  }
}
