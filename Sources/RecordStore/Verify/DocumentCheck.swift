// Whether a document says what its place asks for. Of results documents: the schema, the tier, the
// recording of the header, and for every measure a number or exactly one reason.

internal import VoiceTypes

/// Checks the documents of one session, the header first.
struct DocumentCheck {
  private var header: SessionHeader?

  /// What is wrong with a document; faults in reading it are thrown.
  mutating func problems(
    of document: SessionDocument, _ bytes: [UInt8], in session: SessionID
  ) throws(StoreError) -> [String] {
    switch document {
    case .header:
      header = try RecordStore.header(bytes, file: document.name)
      return try sessionProblems(bytes, document, session)
    case .state:
      _ = try RecordStore.state(bytes, file: document.name)
      return try sessionProblems(bytes, document, session)
    case .quick: return try resultsProblems(bytes, document, .quick)
    case .computed: return try resultsProblems(bytes, document, .comprehensive)
    case .audio:
      let isSame = header.map { $0.recording.sha256 == StoreSecrets.sha256(of: bytes) } ?? true
      return isSame ? [] : ["it is not the recording that the header names"]
    case .answers, .baseline, .bundle:
      _ = try DocumentPlace(parsing: bytes, file: document.name)
      return []
    }
  }

  private func sessionProblems(
    _ bytes: [UInt8], _ document: SessionDocument, _ session: SessionID
  ) throws(StoreError) -> [String] {
    let place = try DocumentPlace(parsing: bytes, file: document.name)
    let named = try place.member("session_id").sessionID()
    return named == session ? [] : ["it belongs to the session \(named.text)"]
  }

  private func resultsProblems(
    _ bytes: [UInt8], _ document: SessionDocument, _ tier: Tier
  ) throws(StoreError) -> [String] {
    let place = try DocumentPlace(parsing: bytes, file: document.name)
    let schema = try place.member("schema").text()
    guard schema == ResultsDocument.schema else {
      throw .newerSchema(path: document.name, found: schema, known: ResultsDocument.schema)
    }
    var problems: [String] = []
    if try place.member("tier").text() != tier.rawValue {
      problems.append("its tier is not \(tier.rawValue)")
    }
    let hash = try place.member("recording").member("sha256").optionalText()
    if let header, hash != header.recording.sha256 {
      problems.append("it is of another recording than the header")
    }
    if try place.member("state").text() == "complete" {
      problems += try measureProblems(place)
    }
    return problems
  }

  private func measureProblems(_ place: DocumentPlace) throws(StoreError) -> [String] {
    guard case .array(let entries) = try place.member("unavailable").value else {
      return ["`unavailable` is not a list"]
    }
    let reasons = entries.compactMap { entry -> String? in
      if case .string(let name)? = entry["measure"] { name } else { nil }
    }
    // The measures of the document, not those of this program: a version may add some.
    var problems: [String] = []
    for group in try place.member("biomarkers").members() {
      for measure in try DocumentPlace(group.value, file: place.file).members()
      where measure.key != "components" {
        let name = "\(group.key).\(measure.key)"
        let count = reasons.count { $0 == name }
        if count != (measure.value == .null ? 1 : 0) {
          problems.append("\(name) is \(measure.value.excerpt) with \(count) reasons")
        }
      }
    }
    return problems
  }
}
