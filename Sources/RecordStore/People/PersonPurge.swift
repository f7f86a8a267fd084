// What is kept of a person goes when that is asked for, and with the last of their sessions: nobody who
// has no recording here any more has a baseline or a profile here. A person who never had one, as
// somebody in the middle of their onboarding, stays; a guest for a day (RetentionRun.swift).
//
// A mark in the staging folder says that something of a person is going. It is there before the line
// that has the session, or the files, gone, and the next start looks at whoever is marked.

internal import VoiceTypes

/// An empty file in the staging folder: what is kept of this person is about to change as a whole.
struct PersonMark: Equatable {
  /// What may be happening; the raw values are names of files.
  enum Kind: String {
    /// It is going.
    case going = "person"
    /// It becomes somebody else's (Adopting.swift).
    case adopted
  }

  let kind: Kind

  /// The name of the person's folders.
  let user: String

  var text: String { "\(kind.rawValue)=\(user)" }

  init(_ kind: Kind, of user: String) { (self.kind, self.user) = (kind, user) }

  init?(_ text: String) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let kind = Kind(rawValue: parts[0]), Hex.isSHA256(parts[1]) else {
      return nil
    }
    self.init(kind, of: parts[1])
  }
}

extension RecordStore {
  /// The action of the store's line that removes all that is kept of a person.
  static let erasingAction = "person_purged"

  /// Removes all that is kept of a person; it says so in the log first.
  func purgePerson(_ user: String, reason: String) throws(StoreError) {
    try appending { writing throws(StoreError) in
      try purgePerson(user, reason: reason, &writing)
    }
  }

  /// Brings purges of people to an end that a crash, or a fault, interrupted.
  func finishPeople() throws(StoreError) {
    try finishAdoptions()
    guard options.access == .writing, try !personMarks(.going).isEmpty else { return }
    try appending { writing throws(StoreError) in
      for mark in try personMarks(.going) {
        try finish(
          UserHash(text: mark.user), "the last session of the person was purged", &writing)
      }
    }
  }

  /// The marks of a kind that are there.
  func personMarks(_ kind: PersonMark.Kind) throws(StoreError) -> [PersonMark] {
    try disk.listIfPresent(layout.staging).compactMap(PersonMark.init).filter { $0.kind == kind }
  }

  /// Where a mark lies.
  func path(of mark: PersonMark) -> String { "\(layout.staging)/\(mark.text)" }

  // MARK: - For whoever appends

  /// Says that what is kept of a person may be going; durable with the next change that is staged.
  func mark(_ user: UserHash) throws(StoreError) {
    for folder in layout.folders(of: user.text) where try disk.facts(of: folder) != nil {
      return try stage(PersonMark(.going, of: user.text))
    }
  }

  /// Puts a mark there; durable with the next change that is staged.
  func stage(_ mark: PersonMark) throws(StoreError) {
    if try disk.facts(of: path(of: mark)) == nil { try disk.stage([], at: path(of: mark)) }
  }

  /// Removes what is kept of a person who was marked, if no session of theirs is left, and the mark.
  func finish(
    _ user: UserHash, _ reason: String, _ writing: inout StoreWriting
  ) throws(StoreError) {
    let mark = path(of: PersonMark(.going, of: user.text))
    guard try disk.facts(of: mark) != nil else { return }
    if try isLeft(user) {
      try removePurgedFiles(of: user.text)
    } else {
      try purgePerson(user.text, reason: reason, &writing)
    }
    try disk.removeIfPresent(mark)
  }

  /// Whether the store has a session of a person.
  private func isLeft(_ user: UserHash) throws(StoreError) -> Bool {
    try writeStaleRows()
    var query = SessionQuery()
    query.user = user
    query.limit = 1
    guard try sessionsNow(query).isEmpty else { return true }
    guard let userID = try readableUserID(of: user) else { return false }
    // Those that were imported have the hash of another store.
    return try !sessions(ofUser: userID, SessionQuery()) { query throws(StoreError) in
      try sessionsNow(query)
    }.isEmpty
  }

  /// The identifier of a person; nil also where what is kept of them cannot be read, which must not keep
  /// it from going.
  private func readableUserID(of user: UserHash) throws(StoreError) -> String? {
    do {
      return try userID(of: user)
    } catch {
      guard case .damaged = error else { throw error }
      return nil
    }
  }

  private func purgePerson(
    _ user: String, reason: String, _ writing: inout StoreWriting
  ) throws(StoreError) {
    try recoverDocuments()
    var change = Transaction(.store, entry(Self.erasingAction))
    for folder in StoreLayout.personFolders {
      for name in try fileNames(of: user, in: folder) {
        change.remove(name, at: layout.path(of: name))
      }
    }
    if change.isTold {
      change.entry.field = "reason"
      change.entry.new = auditValue(reason)
      try mark(UserHash(text: user))
      try bringAbout(change, &writing)
    }
    try removeFolders(of: user)
  }

  /// Removes files that the log has gone, of a person of whom others stay.
  func removePurgedFiles(of user: String) throws(StoreError) {
    let lines = try storeLog().lines
    let gone = Set(lines.flatMap(\.entry.documents).filter { $0.sha256 == nil }.map(\.name))
      .subtracting(AuditLog.documents(in: lines).keys)
    for folder in StoreLayout.personFolders {
      for name in try fileNames(of: user, in: folder) where gone.contains(name) {
        try disk.removeIfPresent(layout.path(of: name))
      }
    }
  }

  /// The paths of the files of a person; a link in the place of their folder leads out of the store.
  func fileNames(of user: String, in folder: String) throws(StoreError) -> [String] {
    let path = layout.path(of: "\(folder)/\(user)")
    guard try disk.facts(of: path)?.kind == .folder else { return [] }
    var names: [String] = []
    for name in try disk.listIfPresent(path)
    where try disk.facts(of: "\(path)/\(name)")?.kind != .folder {
      names.append("\(folder)/\(user)/\(name)")
    }
    return names
  }

  private func removeFolders(of user: String) throws(StoreError) {
    for folder in StoreLayout.personFolders {
      try disk.removeTree(layout.path(of: "\(folder)/\(user)"))
      if try disk.facts(of: layout.path(of: folder)) != nil {
        try disk.synchronizeFolder(layout.path(of: folder))
      }
    }
    try disk.removeIfPresent(path(of: PersonMark(.going, of: user)))
  }
}
