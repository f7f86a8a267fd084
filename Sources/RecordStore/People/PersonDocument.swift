// What a store keeps of a person beside what they told: `people/USER/NAME.json`. Each document takes
// the place of the one before it; what it said before is not kept.

package import VoiceTypes

/// A document of a person that is replaced; the raw values are names of files and never reused.
package enum PersonDocument: String, CaseIterable, Sendable {
  /// Changes that were told (`PersonAlert`).
  case alerts
  /// How far an onboarding has come, as whoever leads it writes it.
  case journey
  /// How far a baseline has come, as whoever makes it writes it.
  case progress

  /// The path from the store's folder.
  func name(of user: UserHash) -> String { "people/\(user.text)/\(fileName)" }

  package var fileName: String { "\(rawValue).json" }

  /// The document of that name in a person's folder.
  init?(fileName: String) {
    guard let document = Self.allCases.first(where: { $0.fileName == fileName }) else { return nil }
    self = document
  }

  /// Whether a value may be such a document.
  package func check(_ value: JSONValue) throws(StoreError) {
    guard self == .alerts else { return }
    do {
      _ = try AlertList(json: value)
    } catch {
      throw .unusable("alerts cannot be saved directly; raise and acknowledge them instead")
    }
  }
}

extension RecordStore {
  /// A document of a person; nil when there is none.
  package func read(
    _ document: PersonDocument, of user: UserHash
  ) throws(StoreError) -> JSONValue? {
    try finishAdoptions()
    return try keptDocument(document, of: user)
  }

  /// The same while somebody becomes somebody.
  func keptDocument(
    _ document: PersonDocument, of user: UserHash
  ) throws(StoreError) -> JSONValue? {
    let name = document.name(of: user)
    guard let bytes = try readOwn(name) else { return nil }
    return try StoredJSON.parse(bytes, file: layout.path(of: name))
  }

  /// Keeps a document of a person in the place of the former one. The same again leaves no trace.
  package func keep(
    _ value: JSONValue, as document: PersonDocument, of user: UserHash
  ) throws(StoreError) {
    try document.check(value)
    try transact { _ throws(StoreError) in
      try recoverDocuments()
      guard try readOwn(document.name(of: user)) != value.fileBytes else { return (nil, ()) }
      return (try plan(value, as: document, of: user, "\(document.rawValue)_kept"), ())
    }
  }

  /// A document on its way.
  func plan(
    _ value: JSONValue, as document: PersonDocument, of user: UserHash, _ action: String
  ) throws(StoreError) -> Transaction {
    var change = Transaction(.store, entry(action))
    change.put(try writeOwn(value.fileBytes, as: document.name(of: user)))
    return change
  }
}
