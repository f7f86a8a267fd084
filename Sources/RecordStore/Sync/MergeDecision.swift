// The merge of two copies of a session. Measurements and metadata are never overwritten. A copy extends the other one
// if it contains the history of the other one. Else both stay unchanged.

internal import VoiceTypes

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
