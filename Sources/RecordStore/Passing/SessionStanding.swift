// How a session that comes stands to the one that is there. Nothing that was measured or told is ever written
// over: a session goes on where what comes is its own history, and more; all else stays as each side has it.

internal import VoiceTypes

/// What came of passing something on; the raw values are part of the contract.
package enum Taking: String, CaseIterable, Sendable {
  /// It was not there, and is now.
  case new
  /// It was there, and went on elsewhere: what came since is there now.
  case extended
  /// Both sides have told something since: both are kept, and what came was told last and counts.
  case mergedNewer = "merged_newer"
  /// The same, and what was there was told last and counts.
  case mergedOlder = "merged_older"
  /// The same was there.
  case present
  /// What is there has gone on since.
  case older
  /// Something else is there under its name: each side keeps its own.
  case differs
  /// It was removed here for good, and does not come back.
  case erased

  /// Whether the store holds something that it did not.
  package var isChange: Bool {
    switch self {
    case .new, .extended, .mergedNewer, .mergedOlder: true
    case .present, .older, .differs, .erased: false
    }
  }
}

/// How a session stands to the one of its name.
package enum SessionStanding {
  case present
  case older
  case differs
  /// This is what there is when it has gone on: the documents, and what was done since.
  case goesOn(SessionCopy)
}

extension SessionCopy {
  /// What is written once; the others follow the history.
  private static let lasting: Set<SessionDocument> = [
    .answers, .quick, .computed, .audio, .comparison, .avqi, .former,
  ]

  /// How this stands to what a store holds.
  package func standing(to own: SessionCopy) -> SessionStanding {
    let (mine, theirs) = (own.steps, steps)
    let isSame = sharesAll(with: own)
    if theirs.count > mine.count, theirs.starts(with: mine) {
      return isBehind(own) ? .goesOn(going(on: own)) : .differs
    }
    if mine.starts(with: theirs) {
      if mine.count == theirs.count { return isSame ? .present : .differs }
      return own.isBehind(self) ? .older : .differs
    }
    return isSame ? .present : .differs
  }

  /// Whether no document that both have is another one, and what only one has was taken out of the other.
  private func sharesAll(with own: SessionCopy) -> Bool {
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

  /// Whether its history has the documents of the former one as parts of itself.
  private func isBehind(_ former: SessionCopy) -> Bool {
    Self.lasting.allSatisfy { document in
      guard let others = former.documents[document], let bytes = documents[document] else {
        return true
      }
      return bytes == others || hasHeld(others, as: document)
    }
  }

  /// What there is when a store has taken in what was done since; what was taken out on either side is not
  /// brought back, and what only this side took out stays.
  private func going(on own: SessionCopy) -> SessionCopy {
    let gone = own.gone
    var all = own.documents
    for (document, bytes) in documents where !gone.contains(document) { all[document] = bytes }
    let since = entries.filter(SessionStep.isOne).dropFirst(own.steps.count)
    return SessionCopy(of: id, all, own.entries + since)
  }
}
