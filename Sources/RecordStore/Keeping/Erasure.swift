// Everything that a store holds of a person, for good: the sessions that are theirs, and what was put
// away because nobody could read whose it is. Where that is not certain nothing is removed; the
// places are named instead, for a person to look at.

internal import VoiceTypes

/// What came of erasing a person.
package struct Erasure: Sendable {
  /// A place that may still name the person.
  package struct Remainder: Sendable, Equatable, CustomStringConvertible {
    /// Why it was left.
    package enum Reason: Sendable {
      case unreadable
      /// The characters of the identifier stand there, perhaps within other words.
      case uncertain
      /// It belongs to somebody else, and names the person.
      case anothers
      /// It is not the store's.
      case notOurs
    }

    /// The path, from the store's folder for what is in it.
    package let place: String

    /// Why it was left.
    package let reason: Reason

    package init(_ place: String, _ reason: Reason) {
      self.place = place
      self.reason = reason
    }

    /// Where, why, and what to do.
    package var description: String {
      switch reason {
      case .unreadable: "\(place) could not be read; inspect it, and remove it if necessary"
      case .uncertain:
        "\(place) may name the person; inspect it, and purge its --session if it belongs to the person"
      case .anothers: "\(place) belongs to another person and names this one; amend that session"
      case .notOurs: "\(place) names the person; remove it there"
      }
    }
  }

  /// The sessions that went, oldest first.
  package var sessions: [SessionID] = []

  /// What was left.
  package private(set) var remainders: [Remainder] = []

  /// Files in `failed/` that go besides those of the sessions, with the session of each.
  var files: [(name: String, session: SessionID?)] = []

  /// Of somebody of whom nothing has been found yet.
  package init() {}

  /// Names a place that was left.
  package mutating func leave(_ place: String, _ reason: Remainder.Reason) {
    remainders.append(Remainder(place, reason))
  }
}

extension RecordStore {
  /// Purges everything of a person: sessions, what is kept of them, and what names them in `failed/`.
  /// - Parameter isLeft: Whether a session of theirs stays.
  package func erase(
    user userID: String, reason: String, _ mode: PurgeMode,
    but isLeft: (SessionID) throws(StoreError) -> Bool = { _ in false }
  ) throws(StoreError) -> Erasure {
    if mode == .forGood {
      guard options.access == .writing else { throw .readOnly }
      try checkIndex()
      try finishPeople()
    }
    var erasure = try found(userID)
    var left: Set<SessionID> = []
    for session in erasure.sessions where try isLeft(session) { left.insert(session) }
    erasure.sessions.removeAll(where: left.contains)
    erasure.files.removeAll { $0.session.map(left.contains) ?? false }
    guard mode == .forGood else { return erasure }
    for session in erasure.sessions { try purge(session, reason: reason) }
    try purgePerson(userHash(of: userID).text, reason: reason)
    for file in erasure.files { try removeFailed([file.name], of: file.session, "erased") }
    forgetPurgedRows()
    return erasure
  }

  /// What there is of a person.
  private func found(_ userID: String) throws(StoreError) -> Erasure {
    let search = PersonSearch(for: userID)
    var erasure = Erasure()
    var theirs = Set(try sessions(ofUser: userID, SessionQuery()).map(\.id))
    let rows = try sessions(SessionQuery())
    let nobodys = Set(rows.filter { $0.user == nil }.map(\.id))
    theirs.formUnion(try searchFailed(search, nobodys, &erasure))
    for row in rows where !theirs.contains(row.id) {
      if try isTold(of: search, row, &erasure) { theirs.insert(row.id) }
    }
    erasure.sessions = rows.reversed().map(\.id).filter(theirs.contains)
    erasure.files.removeAll { $0.session.map(theirs.contains) ?? false }
    let known = Set(rows.map(\.id))
    for session in try sessionIDs() where !known.contains(session) {
      erasure.leave("sessions/\(session.text)", .unreadable)
    }
    return erasure
  }

  /// Whether what was told of a session that is nobody's says that it is the person's.
  private func isTold(
    of search: PersonSearch, _ row: SessionSummary, _ erasure: inout Erasure
  ) throws(StoreError) -> Bool {
    let place = "sessions/\(row.id.text)"
    let answers: [UInt8]
    do {
      answers = try read(.answers, of: row.id) ?? []
    } catch {
      guard case .damaged = error else { throw error }
      erasure.leave("\(place)/\(SessionDocument.answers.name)", .unreadable)
      return false
    }
    let mention = search.mention(in: answers)
    guard row.user == nil else {
      if mention == .certain {
        erasure.leave("\(place)/\(SessionDocument.answers.name)", .anothers)
      }
      return false
    }
    if mention == .none, !answers.isEmpty, (try? JSONValue.parse(answers)) == nil {
      erasure.leave("\(place)/\(SessionDocument.answers.name)", .unreadable)
      return false
    }
    if mention == .certain, !search.isOfAnother(answers) { return true }
    let named = row.name.map(search.mention(inName:)) ?? .none
    if max(mention, named) != .none { erasure.leave(place, .uncertain) }
    return false
  }

  // MARK: - Files that failed

  /// Looks through `failed/`; returns the sessions that are nobody's but the person's by what was put
  /// away with them.
  private func searchFailed(
    _ search: PersonSearch, _ nobodys: Set<SessionID>, _ erasure: inout Erasure
  ) throws(StoreError) -> Set<SessionID> {
    var theirs: Set<SessionID> = []
    for entry in try failedEntries() {
      // A session that is gone should have taken it along.
      if let session = entry.session, try wasPurged(session) {
        erasure.files += entry.files.map { (name: $0, session: nil) }
        continue
      }
      let bytes = Array(entry.bytes.prefix(Self.mostSearchedBytes))
      let isRecording = entry.isElsewhere || FileText.isSound(bytes)
      let mention = max(
        entry.names.map(search.mention(inName:)).max() ?? .none, search.mention(in: bytes))
      if mention != .certain, !entry.isWhole || bytes.count < entry.bytes.count, !isRecording {
        erasure.leave("failed/\(entry.files[0])", .unreadable)
        continue
      }
      guard mention == .certain, !(isRecording && entry.session != nil) else {
        if mention != .none { erasure.leave("failed/\(entry.files[0])", .uncertain) }
        continue
      }
      erasure.files += entry.files.map { (name: $0, session: entry.session) }
      if let session = entry.session, nobodys.contains(session), !search.isOfAnother(bytes) {
        theirs.insert(session)
      }
    }
    return theirs
  }

  /// A file in `failed/` with its report, or either of them alone.
  private struct FailedEntry {
    /// As they are called in the folder.
    var files: [String]
    /// What the file was called, and is.
    var names: [String] = []
    var session: SessionID?
    /// What it holds as it was found, as far as that can be read.
    var bytes: [UInt8] = []
    var isWhole = false
    /// Whether it is a recording that could not be put away.
    var isElsewhere = false
  }

  /// As much of a file is looked through as a sidecar may have [E].
  private static let mostSearchedBytes = 1 << 20

  private func failedEntries() throws(StoreError) -> [FailedEntry] {
    let names = try disk.listIfPresent(layout.failed)
    let listing = try failedListing()
    var entries: [FailedEntry] = []
    for report in listing.reports {
      let files = [report.file, report.reportFile].compactMap(\.self)
      var entry = FailedEntry(files: files, names: [report.name], session: report.session)
      entry.isElsewhere = report.file == nil
      if let bytes = try? failedBytes(report) {
        entry.bytes = bytes
        entry.isWhole = true
      }
      entries.append(entry)
    }
    let explained = Set(entries.flatMap(\.files))
    for name in names where !explained.contains(name) {
      var entry = FailedEntry(files: [name], names: [name])
      let bytes = try? beginning(of: name)
      if let bytes, !SealedHead.begins(bytes), !listing.unreadable.contains(name) {
        entry.bytes = bytes
        entry.isWhole = true
      }
      entries.append(entry)
    }
    return entries
  }

  private func failedBytes(_ report: FailedListing.Report) throws(StoreError) -> [UInt8] {
    guard let file = report.file, let sha256 = report.sha256 else { return [] }
    let path = "\(layout.failed)/\(file)"
    // A report without its file is what a crash leaves.
    guard try disk.facts(of: path) != nil else { return [] }
    guard sealing != nil else { return try beginning(of: file) }
    let stored = try disk.run { files throws(FileSystemError) in try files.read(path) }
    return try opened(stored, of: SealedPlace(owner: "failed", name: sha256))
  }

  /// As much of a file as is looked through, and a byte more if there is more.
  private func beginning(of file: String) throws(StoreError) -> [UInt8] {
    try disk.run { files throws(FileSystemError) in
      try files.read("\(layout.failed)/\(file)", from: 0, count: Self.mostSearchedBytes + 1)
    }
  }
}
