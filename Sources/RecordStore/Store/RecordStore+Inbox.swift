// The claimed files of inboxes with their sessions: a recording that stays in its inbox is analysed once, and a late sidecar
// finds its session. Paths are keyed hashes, because file names may name people.

internal import VoiceTypes

/// A claimed file of an inbox.
package struct ClaimedFile: Sendable, Equatable {
  /// The path of the inbox.
  package let inbox: String

  /// The path relative to the inbox.
  package let path: String

  /// The path without its ending, which a recording and its sidecar share. Nil for other files than recordings.
  package let stem: String?

  /// Device, inode, size and time of modification.
  package let stamp: String

  package init(inbox: String, path: String, stem: String?, stamp: String) {
    (self.inbox, self.path, self.stem, self.stamp) = (inbox, path, stem, stamp)
  }
}

extension RecordStore {
  /// Whether a file was claimed in this state.
  package func holds(_ file: ClaimedFile) throws(StoreError) -> Bool {
    let name = names.inboxName()
    return try read { rows in
      try rows.finds(
        "select 1 from inbox_file where tenant = $1 and inbox = $2 and name = $3 and stamp = $4",
        .text(name(file.inbox)), .text(name(file.path)), .text(file.stamp))
    }
  }

  /// The sessions of the recordings at a path, oldest first.
  package func sessions(at path: String, inInbox inbox: String) throws(StoreError) -> [SessionID] {
    try sessions(ofInbox: inbox, "name = $3 and stem is not null", path)
  }

  /// The sessions of the recordings with the path `stem` without its ending, oldest first.
  package func sessions(
    ofStem stem: String, inInbox inbox: String
  ) throws(StoreError) -> [SessionID] {
    try sessions(ofInbox: inbox, "stem = $3", stem)
  }

  private func sessions(
    ofInbox inbox: String, _ condition: String, _ text: String
  ) throws(StoreError) -> [SessionID] {
    let name = names.inboxName()
    return try read { rows in
      try rows.sessions(
        """
        select session from inbox_file where tenant = $1 and inbox = $2 and \(condition)
        order by number
        """, .text(name(inbox)), .text(name(text)))
    }
  }

  /// Adds a file of a session.
  package func add(_ file: ClaimedFile, of session: SessionID) throws(StoreError) {
    try write { rows in try rows.add(file, of: session) }
  }

  /// Deletes the row of a file that is put back into its inbox.
  package func deleteInboxFile(
    at path: String, in inbox: String, of session: SessionID
  ) throws(StoreError) {
    let name = names.inboxName()
    try write { rows in
      _ = try rows.run(
        """
        delete from inbox_file
        where tenant = $1 and inbox = $2 and name = $3 and session = $4
        """, .text(name(inbox)), .text(name(path)), .session(session))
    }
  }

  /// Adds the files of the ledger of an earlier version. Their paths are keyed hashes already.
  package func add(
    hashed files: [(file: ClaimedFile, session: SessionID)]
  ) throws(StoreError) {
    let name = names.inboxName()
    try write { rows in
      for (file, session) in files {
        try rows.insertInboxFile(
          name(file.inbox), file.path, file.stem, file.stamp, of: session)
      }
    }
  }
}

extension StoreTransaction {
  func add(_ file: ClaimedFile, of session: SessionID) throws {
    let name = form.names.inboxName()
    try insertInboxFile(
      name(file.inbox), name(file.path), file.stem.map(name), file.stamp, of: session)
  }

  fileprivate func insertInboxFile(
    _ inbox: String, _ name: String, _ stem: String?, _ stamp: String, of session: SessionID
  ) throws {
    try run(
      """
      insert into inbox_file (tenant, inbox, name, stem, stamp, session)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (tenant, inbox, name, session) do update set stamp = excluded.stamp
      """, .text(inbox), .text(name), .optional(stem), .text(stamp), .session(session))
  }
}
