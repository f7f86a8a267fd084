// A session as stores hand it to each other: its documents before any encryption, and what was done to it.
// Two stores that hold the same session differ in what is theirs: the keyed hashes of its header, and the
// lines that say how it came. Both are left out where two copies are compared.

internal import VoiceTypes

/// A session on its way between two stores.
package struct SessionCopy: Sendable {
  /// The session.
  package let id: SessionID

  /// The documents, header and state among them.
  package var documents: [SessionDocument: [UInt8]]

  /// What was done to it, oldest first.
  package var entries: [AuditEntry]

  /// A copy of a session.
  package init(
    of id: SessionID, _ documents: [SessionDocument: [UInt8]], _ entries: [AuditEntry]
  ) {
    (self.id, self.documents, self.entries) = (id, documents, entries)
  }

  /// The header; nil where there is none that can be read.
  package var header: SessionHeader? {
    guard let bytes = documents[.header] else { return nil }
    return try? StoredForm.header(bytes, file: SessionDocument.header.name)
  }

  /// What was done to the session itself.
  var steps: [SessionStep] { SessionStep.all(in: entries) }

  /// The documents that were taken out of it.
  var gone: Set<SessionDocument> {
    let named = Set(entries.flatMap(\.documents).compactMap { SessionDocument(name: $0.name) })
    return named.subtracting(documents.keys)
  }

  /// Whether its history says that a document of these bytes was part of it.
  func hasHeld(_ bytes: [UInt8], as document: SessionDocument) -> Bool {
    let sha256 = StoreSecrets.sha256(of: bytes)
    return entries.contains { entry in
      entry.documents.contains { $0.name == document.name && $0.sha256 == sha256 }
    }
  }

  /// How far it has come; nil where that cannot be read.
  private var state: SessionState? {
    guard let bytes = documents[.state] else { return nil }
    return try? StoredForm.state(bytes, file: SessionDocument.state.name).state
  }

  /// The digest by which another store tells whether it holds the same.
  package var digest: SessionDigest {
    SessionDigest(
      of: id, header: header, steps: steps,
      documents: documents.reduce(into: [:]) { hashes, document in
        let bytes = document.key == .header ? SessionHeader.shared(document.value) : document.value
        hashes[document.key.name] = StoreSecrets.sha256(of: bytes)
      }, state: state)
  }

  /// The same with the header as a store writes it of a person of its own.
  package func header(of userID: String?, in store: RecordStore) -> SessionCopy {
    guard let userID, let header, header.person == .known,
      let own = header.adoption(by: userID, in: store).header, own != header
    else { return self }
    var copy = self
    copy.documents[.header] = own.json(of: id).fileBytes
    return copy
  }
}

/// What was done to a session, as every store that holds it says it.
struct SessionStep: Equatable {
  /// What stores do to sessions that nobody has done anything to.
  private static let ofStores: Set<String> = [
    StoreTransaction.importAction, StoreTransaction.takingAction, RecordStore.rekeyAction,
    "decrypted",
    "exported", "torn_line_cut",
  ]

  let time: StoreTime
  let actor: String
  let action: String
  let field: String?

  /// The steps of a history.
  static func all(in entries: [AuditEntry]) -> [SessionStep] {
    entries.filter(isOne).map {
      SessionStep(time: $0.time, actor: $0.actor, action: $0.action, field: $0.field)
    }
  }

  /// Whether an entry is about the session itself.
  static func isOne(_ entry: AuditEntry) -> Bool { !ofStores.contains(entry.action) }

  var json: JSONValue {
    .array([.string(time.text), .string(actor), .string(action), .optional(field)])
  }
}

extension SessionHeader {
  /// What stores write of their own: hashes by the secret that each has.
  private static let own: Set<String> = ["user", "identity", "profile"]

  /// A header as all stores have it; what cannot be read as it is.
  static func shared(_ bytes: [UInt8]) -> [UInt8] {
    guard let json = try? JSONValue.parse(bytes), case .object(let members) = json else {
      return bytes
    }
    return JSONValue.object(members.filter { !own.contains($0.key) }).fileBytes
  }
}
