// What a session was told of its recording, for whoever has something more to tell.

/// What is known of a recording besides its numbers.
package struct SessionTelling: Sendable {
  /// Which session.
  package let session: SessionID

  /// Its header; nil before it was written.
  package let header: SessionHeader?

  /// Whether something was told that could be used.
  package let hasAnswers: Bool

  /// The session with the first result, for a duplicate.
  package let duplicateOf: SessionID?

  package init(
    session: SessionID, header: SessionHeader?, hasAnswers: Bool, duplicateOf: SessionID?
  ) {
    (self.session, self.header) = (session, header)
    (self.hasAnswers, self.duplicateOf) = (hasAnswers, duplicateOf)
  }

  /// Whether nobody has said yet whose the recording is, or only in a way that cannot be used.
  package var isUntold: Bool {
    switch header?.person {
    case .known, .anonymous: false
    case .unknown: true
    case .guest, nil: !hasAnswers
    }
  }
}

extension RecordStore {
  /// What a session was told; nil when there is no such session.
  package func telling(of session: SessionID) throws(StoreError) -> SessionTelling? {
    guard try disk.facts(of: layout.folder(of: session)) != nil, try !wasPurged(session) else {
      return nil
    }
    let answers = layout.path(of: SessionDocument.answers.name, in: session)
    return SessionTelling(
      session: session, header: try header(of: session),
      hasAnswers: try disk.facts(of: answers) != nil,
      duplicateOf: try state(of: session)?.duplicateOf)
  }

  /// What the sessions of a recording were told, in the order in which they came.
  package func tellings(ofRecording sha256: String) throws(StoreError) -> [SessionTelling] {
    var query = SessionQuery()
    query.recording = recordingHash(of: sha256)
    var tellings: [SessionTelling] = []
    for summary in try sessions(query).reversed() {
      if let telling = try telling(of: summary.id) { tellings.append(telling) }
    }
    return tellings
  }
}
