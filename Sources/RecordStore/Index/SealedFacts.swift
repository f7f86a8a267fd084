// What lists show of a session and an encrypted store says nobody without the key: the index holds it
// as the store holds documents, so that no folder has to be opened for a list.

internal import VoiceTypes

/// What the index of an encrypted store holds of a session only encrypted.
struct SealedFacts: Sendable, Equatable, Shaped {
  /// The name of such a row where a document has that of its file.
  private static let placeName = "index"

  var name: String?
  var recordedAt: String?
  var durationSeconds: Double?
  var verdict: Verdict?
  var context: String?
  var reference: String?

  static let shape = Shape(SealedFacts.init) {
    Field("name", \.name, .orNull(.anyText))
    Field("recorded_at", \.recordedAt, .orNull(.anyText))
    Field("duration_s", \.durationSeconds, .orNull(.number))
    Field("verdict", \.verdict, .orNull(.choice))
    Field("context", \.context, .orNull(.anyText))
    Field("reference", \.reference, .orNull(.anyText))
  }

  static func place(of session: SessionID) -> SealedPlace {
    SealedPlace(owner: session.text, name: placeName)
  }
}

/// A session as the index holds it.
struct IndexedSession: Sendable {
  /// The columns: of an encrypted store without what `sealed` holds, and with keyed hashes in place of
  /// context and reference.
  var summary: SessionSummary

  /// The facts that an encrypted store keeps to itself; nil of any other.
  var sealed: [UInt8]?
}

extension RecordStore {
  /// A session as the index may hold it.
  func indexed(_ summary: SessionSummary) throws(StoreError) -> IndexedSession {
    guard secrets.isSealing else { return IndexedSession(summary: summary, sealed: nil) }
    let facts = SealedFacts(
      name: summary.name, recordedAt: summary.recordedAt,
      durationSeconds: summary.durationSeconds, verdict: summary.verdict,
      context: summary.context, reference: summary.reference)
    var row = summary
    (row.name, row.recordedAt, row.durationSeconds, row.verdict) = (nil, nil, nil, nil)
    row.context = summary.context.map { secrets.keyedHash(of: $0, for: .context) }
    row.reference = summary.reference.map { secrets.keyedHash(of: $0, for: .reference) }
    let bytes = Array(SealedFacts.shape.json(of: facts).text(.compact).utf8)
    return IndexedSession(
      summary: row, sealed: try sealed(bytes, for: SealedFacts.place(of: summary.id)))
  }

  /// The session of a row. What of one was changed by somebody else is left out, and found by `verify`.
  func summary(of row: IndexedSession) -> SessionSummary {
    guard secrets.isSealing else { return row.summary }
    var summary = row.summary
    (summary.context, summary.reference) = (nil, nil)
    let place = SealedFacts.place(of: summary.id)
    guard let sealed = row.sealed, let bytes = try? opened(sealed, of: place),
      let json = try? JSONValue.parse(bytes),
      let facts = try? SealedFacts.shape.read(json, file: place.name)
    else { return summary }
    (summary.name, summary.recordedAt) = (facts.name, facts.recordedAt)
    (summary.durationSeconds, summary.verdict) = (facts.durationSeconds, facts.verdict)
    (summary.context, summary.reference) = (facts.context, facts.reference)
    return summary
  }

  /// A query as the index of this store can answer it.
  func indexed(_ query: SessionQuery) -> SessionQuery {
    guard secrets.isSealing else { return query }
    var asked = query
    (asked.recordedFrom, asked.recordedUntil) = (nil, nil)
    (asked.name, asked.verdict) = (nil, nil)
    asked.context = query.context.map { secrets.keyedHash(of: $0, for: .context) }
    asked.reference = query.reference.map { secrets.keyedHash(of: $0, for: .reference) }
    return asked
  }

  /// Whether a query asks for what the index has only sealed.
  func asksForSealed(_ query: SessionQuery) -> Bool {
    secrets.isSealing
      && (query.recordedFrom != nil || query.recordedUntil != nil || query.name != nil
        || query.verdict != nil)
  }
}
