// Snapshots of sessions: decrypted documents and history. Copies in two stores differ in the keyed hashes of the
// header, and in history lines of the transfer. Comparisons ignore both.

internal import VoiceTypes

/// A session for another store.
package struct SessionSnapshot: Sendable {
  package let id: SessionID

  /// The documents, with header and state.
  package var documents: [SessionDocument: [UInt8]]

  /// The history, oldest first.
  package var entries: [AuditEntry]

  package init(of id: SessionID, _ documents: [SessionDocument: [UInt8]], _ entries: [AuditEntry]) {
    (self.id, self.documents, self.entries) = (id, documents, entries)
  }

  /// The header. Nil without a readable one.
  package var header: SessionHeader? {
    guard let bytes = documents[.header] else { return nil }
    return try? FiledHeader.shape.read(bytes, file: "", by: .header).header
  }

  /// The events of the session itself.
  var steps: [HistoryEvent] { HistoryEvent.all(in: entries) }

  var gone: Set<SessionDocument> {
    let named = Set(entries.flatMap(\.documents).compactMap { SessionDocument(name: $0.name) })
    return named.subtracting(documents.keys)
  }

  /// Whether the history contains a document with these bytes.
  func contained(_ bytes: [UInt8], as document: SessionDocument) -> Bool {
    let sha256 = StoreSecrets.sha256(of: bytes)
    return entries.contains { entry in
      entry.documents.contains { $0.name == document.name && $0.sha256 == sha256 }
    }
  }

  /// The state. Nil without a readable one.
  private var state: SessionState? {
    guard let bytes = documents[.state] else { return nil }
    return try? FiledState.shape.read(bytes, file: "", by: .state).record.state
  }

  /// The digest for comparison with another store.
  package var digest: SessionDigest {
    SessionDigest(
      of: id, header: header, steps: steps,
      documents: documents.reduce(into: [:]) { hashes, document in
        let bytes = document.key == .header ? SessionHeader.shared(document.value) : document.value
        hashes[document.key.name] = StoreSecrets.sha256(of: bytes)
      }, state: state)
  }

  /// The copy with the header for a person of `store`.
  package func header(of userID: String?, in store: RecordStore) -> SessionSnapshot {
    guard let userID, let header, header.person == .known,
      let own = header.adoption(by: userID, in: store).header, own != header
    else { return self }
    var copy = self
    copy.documents[.header] = own.json(of: id).fileBytes
    return copy
  }
}

/// An event of a history that all copies share.
struct HistoryEvent: Equatable {
  /// The actions of stores that are not part of a shared history.
  private static let localActions: Set<String> = [
    StoreTransaction.importAction, StoreTransaction.syncAction, RecordStore.rekeyAction,
    "decrypted",
    "exported", "torn_line_cut",
  ]

  let time: StoreTime
  let actor: String
  let action: String
  let field: String?

  static func all(in entries: [AuditEntry]) -> [HistoryEvent] {
    entries.filter(isShared).map {
      HistoryEvent(time: $0.time, actor: $0.actor, action: $0.action, field: $0.field)
    }
  }

  static func isShared(_ entry: AuditEntry) -> Bool { !localActions.contains(entry.action) }

  var json: JSONValue {
    .array([.string(time.text), .string(actor), .string(action), .optional(field)])
  }
}

extension SessionHeader {
  /// Members with keyed hashes, which differ between stores.
  private static let own: Set<String> = ["user", "identity", "profile"]

  /// The header without keyed hashes. Unreadable bytes stay unchanged.
  static func shared(_ bytes: [UInt8]) -> [UInt8] {
    guard let json = try? JSONValue.parse(bytes), case .object(let members) = json else {
      return bytes
    }
    return JSONValue.object(members.filter { !own.contains($0.key) }).fileBytes
  }
}

// The merge of two copies of a session. Measurements and metadata are never overwritten. A copy extends the other one
// if it contains the history of the other one. Else both stay unchanged.

/// The outcome of an import or synchronization. The raw values are part of the contract.
package enum SyncOutcome: String, CaseIterable, Sendable {
  /// The item was missing and was added.
  case new
  /// The item was extended by the changes of the other store.
  case extended
  /// Both stores had changes. Both are stored, and the changes of the other store are the latest.
  case mergedNewer = "merged_newer"
  /// Both stores had changes. Both are stored, and the changes of this store are the latest.
  case mergedOlder = "merged_older"
  /// Both stores have the same content.
  case present
  /// This store already has all changes of the other one, and more.
  case older
  /// The contents conflict. Both stores stay unchanged.
  case differs
  /// The item was permanently deleted here, and is not added again.
  case erased

  /// Whether the store changed.
  package var isChange: Bool {
    switch self {
    case .new, .extended, .mergedNewer, .mergedOlder: true
    case .present, .older, .differs, .erased: false
    }
  }
}

extension SessionSnapshot {
  /// Documents that never change. The others follow the history.
  private static let immutableDocuments: Set<SessionDocument> = [
    .answers, .quick, .computed, .audio, .comparison, .avqi, .former,
  ]

  /// Merges the copy with that of a store.
  /// - Returns: The outcome, and the extended copy with all documents and events.
  func merged(with own: SessionSnapshot) -> (outcome: SyncOutcome, extended: SessionSnapshot?) {
    let (mine, theirs) = (own.steps, steps)
    let isSame = sharesAll(with: own)
    if theirs.count > mine.count, theirs.starts(with: mine) {
      return extends(own) ? (.extended, merged(into: own)) : (.differs, nil)
    }
    if mine.starts(with: theirs), mine.count > theirs.count {
      return (own.extends(self) ? .older : .differs, nil)
    }
    return (isSame ? .present : .differs, nil)
  }

  /// Whether common documents are equal, and each missing document was removed.
  private func sharesAll(with own: SessionSnapshot) -> Bool {
    SessionDocument.allCases.allSatisfy { document in
      switch (documents[document], own.documents[document]) {
      case (nil, nil): true
      case (nil, _?): gone.contains(document)
      case (_?, nil): own.gone.contains(document)
      case (let bytes?, let others?):
        document == .header
          ? SessionHeader.shared(bytes) == SessionHeader.shared(others) : bytes == others
      }
    }
  }

  /// Whether the history contains the documents of the earlier copy.
  private func extends(_ former: SessionSnapshot) -> Bool {
    Self.immutableDocuments.allSatisfy { document in
      guard let others = former.documents[document], let bytes = documents[document] else {
        return true
      }
      return bytes == others || contained(others, as: document)
    }
  }

  /// The copy with the events of this one. Removed documents stay removed.
  private func merged(into own: SessionSnapshot) -> SessionSnapshot {
    let gone = own.gone
    var all = own.documents
    for (document, bytes) in documents where !gone.contains(document) { all[document] = bytes }
    let since = entries.filter(HistoryEvent.isShared).dropFirst(own.steps.count)
    return SessionSnapshot(of: id, all, own.entries + since)
  }
}
