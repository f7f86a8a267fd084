// The claimed files of inboxes with their sessions: a recording that stays in its inbox is analysed once, and a late sidecar
// finds its session. Paths are keyed hashes, because file names may name people.

internal import VoiceTypes

package struct ClaimedFile: Sendable, Equatable {
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

/// The claimed files of one inbox by keyed hash of the path and by state.
package struct ClaimedFiles: Sendable {
  private let stamps: [String: Set<String>]
  private let name: @Sendable (String) -> String

  fileprivate init(
    _ stamps: [String: Set<String>], _ name: @escaping @Sendable (String) -> String
  ) {
    (self.stamps, self.name) = (stamps, name)
  }

  /// Whether a file was claimed in this state.
  package func contains(_ path: String, _ stamp: String) -> Bool {
    !stamps.isEmpty && stamps[name(path)]?.contains(stamp) == true
  }
}

extension RecordStore {
  /// The newest recordings of a name that a late sidecar is compared with [E].
  package static let mostNamesakes = 100

  /// The newest rows of an inbox that remain after their files have left it [E].
  package static let mostFormerFiles = 1000

  /// The time in which a late sidecar finds its recording, also after a purge or many newer recordings: 7 days [E].
  package static let lateSidecarMilliseconds: Int64 = 7 * 86_400_000

  /// The claimed files of an inbox.
  package func claimedFiles(ofInbox inbox: String) throws(StoreError) -> ClaimedFiles {
    let name = names.inboxName()
    let stamps = try read { rows in
      var stamps: [String: Set<String>] = [:]
      let found = try rows.run(
        "select name, stamp from inbox_file where tenant = $1 and inbox = $2", .text(name(inbox)))
      for row in found { stamps[try row.text(0), default: []].insert(try row.text(1)) }
      return stamps
    }
    return ClaimedFiles(stamps, name)
  }

  /// Deletes rows of an inbox from which files are moved: those of sessions that were purged some days ago, and all but the
  /// newest without a session of the last days.
  package func deleteFormerFiles(
    ofInbox inbox: String, except newest: Int = mostFormerFiles,
    olderThan milliseconds: Int64 = lateSidecarMilliseconds
  ) throws(StoreError) {
    let name = names.inboxName()
    try write { rows in
      let purged = rows.dialect == .postgres ? "extract(epoch from at) * 1000" : "purged_ms"
      _ = try rows.run(
        """
        delete from inbox_file where tenant = $1 and inbox = $2 and (
          number <= (select number from inbox_file where tenant = $1 and inbox = $2
            order by number desc limit 1 offset $3)
            and session not in (select id from kept_session
              where tenant = $1 and (created_ms is null or created_ms > $4))
          or session in (select session from purged where tenant = $1 and \(purged) <= $4))
        """, .text(name(inbox)), .int(Int64(newest)),
        .int(try rows.now().milliseconds - milliseconds))
    }
  }

  /// The newest sessions of the recordings at a path, oldest first.
  package func sessions(at path: String, inInbox inbox: String) throws(StoreError) -> [SessionID] {
    try sessions(ofInbox: inbox, "name = $3 and stem is not null", path)
  }

  /// The newest sessions of the recordings with the path `stem` without its ending, oldest first.
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
        order by number desc limit $4
        """, .text(name(inbox)), .text(name(text)), .int(Int64(Self.mostNamesakes))
      ).reversed()
    }
  }

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
        "delete from inbox_file where tenant = $1 and inbox = $2 and name = $3 and session = $4",
        .text(name(inbox)), .text(name(path)), .session(session))
    }
  }

  /// Adds the files of the ledger of an earlier version. Their paths are keyed hashes already.
  package func add(hashed files: [(file: ClaimedFile, session: SessionID)]) throws(StoreError) {
    let name = names.inboxName()
    try write { rows in
      for (file, session) in files {
        try rows.insertInboxFile(name(file.inbox), file.path, file.stem, file.stamp, of: session)
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
