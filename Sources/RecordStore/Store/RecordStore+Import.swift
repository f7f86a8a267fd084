// Snapshots of other stores. An import refuses every difference. Synchronization merges them. An export is read twice:
// all of it is checked before the first session is written. Each session and each person is one transaction.

internal import VoiceTypes

/// Limits of an import, so that a small archive cannot fill memory or disk.
package struct ImportLimits: Sendable {
  package var manifestBytes = 1 << 26

  /// Bytes of a document [E].
  package var documentBytes = 1 << 28

  /// Bytes of sessions and people with missing files. Exports have the files of a session in sequence; archives of other
  /// programs may not [E].
  package var heldBytes = 1 << 29

  package var totalBytes = 1 << 40

  /// The default limits.
  package init() {}
}

package struct ImportReport: Sendable, Equatable {
  /// Sessions that are new in the store.
  package var imported: [SessionID] = []

  /// Sessions that the store had with the same documents.
  package var present: [SessionID] = []

  /// The number of new baselines.
  package var baselines = 0

  /// The number of people with a new profile version or document.
  package var people = 0
}

extension RecordStore {
  /// Imports the sessions and people of a folder or ZIP file. Data that the store already has are skipped, so an
  /// import can be repeated.
  /// - Parameter progress: Is called for each session and person that was checked, and for each that was imported.
  package func importSessions(
    from path: String, _ limits: ImportLimits = ImportLimits(),
    reporting progress: StoreProgress? = nil
  ) throws(ExchangeError) -> ImportReport {
    try exchanging { try importAll(ImportSource(path: path, files: files), limits, progress) }
  }

  private func importAll(
    _ source: ImportSource, _ limits: ImportLimits, _ progress: StoreProgress?
  ) throws -> ImportReport {
    guard access == .writing else { throw StoreError.readOnly }
    let manifest = try ImportManifest(source, limits)
    var check = ImportCheck()
    var done = 0
    func step() {
      progress?(done, 2 * manifest.ownerCount)
      done += 1
    }
    step()
    let problems = try manifest.visitSnapshots(of: source, limits) { snapshot in
      if let snapshot { try inspect(snapshot, &check) }
      step()
    }
    guard problems.isEmpty else {
      throw ExchangeError.unsound(path: source.path, problems: problems)
    }
    try inspectErasedOwners(&check)
    guard check.conflicts.isEmpty, check.peopleConflicts.isEmpty else {
      throw ExchangeError.conflicts(check.conflicts, baselines: check.peopleConflicts)
    }
    guard check.isNew else { return check.report }
    let changed = try manifest.visitSnapshots(of: source, limits) { snapshot in
      if let snapshot { try bring(snapshot, check.owners) }
      step()
    }
    guard changed.isEmpty else { throw source.fault("the content changed during reading") }
    return check.report
  }

  private func inspect(
    _ snapshot: ImportedSnapshot, _ check: inout ImportCheck
  ) throws(StoreError) {
    switch snapshot {
    case .session(let copy):
      check.owners.add(copy)
      let merge = try read { rows in try rows.merge(copy, of: nil, by: .strict) }
      switch merge.outcome {
      case .new:
        check.report.imported.append(copy.id)
        check.new.append((copy.id, copy.header))
      case .present: check.report.present.append(copy.id)
      case let other: check.conflicts.append(.init(session: copy.id, reason: .init(other)))
      }
    case .person(let copy, let dataKind):
      check.owners.add(copy)
      let user = userHash(of: copy.userID)
      let merge = try read { rows in try rows.merge(copy, of: user, by: .strict) }
      switch merge.outcome {
      case .erased, .differs:
        check.peopleConflicts.append(
          .init(user: user, reason: .init(merge.outcome), dataKind: dataKind))
      default:
        check.report.baselines += merge.baselines.count
        check.report.people += merge.persons.isEmpty && merge.documents.isEmpty ? 0 : 1
        check.isNew = check.isNew || merge.outcome.isChange
      }
    }
  }

  /// The owners of sessions are known after all sessions were read.
  private func inspectErasedOwners(_ check: inout ImportCheck) throws(StoreError) {
    check.isNew = check.isNew || !check.new.isEmpty
    let erased = try read { rows in
      try check.new.filter { _, header in
        guard let userID = check.owners.owner(of: header) else { return false }
        return try rows.isErased(header, of: userHash(of: userID))
      }
    }
    check.conflicts += erased.map { .init(session: $0.id, reason: .purged) }
  }

  private func bring(_ snapshot: ImportedSnapshot, _ owners: SessionOwners) throws(StoreError) {
    let outcome: SyncOutcome
    switch snapshot {
    case .session(let copy):
      outcome = try apply(copy, of: owners.owner(of: copy.header), by: .strict)
    case .person(let copy, _): outcome = try apply(copy, by: .strict)
    }
    guard outcome.isChange || outcome == .present else {
      throw .unusable("the store changed during the import; import again")
    }
  }

  // MARK: - Merging

  package func merge(
    _ copy: SessionSnapshot, of userID: String?
  ) throws(StoreError) -> SyncOutcome {
    try apply(copy, of: userID, by: .merge)
  }

  package func merge(_ person: PersonSnapshot) throws(StoreError) -> SyncOutcome {
    try person.checkCanSync()
    return try apply(person, by: .merge)
  }

  private func apply(
    _ copy: SessionSnapshot, of userID: String?, by policy: MergePolicy
  ) throws(StoreError) -> SyncOutcome {
    let coming = copy.header(of: userID, in: self)
    return try write { rows in
      try rows.lock(coming.id)
      let merge = try rows.merge(coming, of: userID.map(userHash), by: policy)
      if let (merged, entries) = merge.change {
        try rows.put(
          merged.header(of: userID, in: self), since: entries,
          policy == .strict ? StoreTransaction.importAction : StoreTransaction.syncAction)
      }
      return merge.outcome
    }
  }

  private func apply(
    _ person: PersonSnapshot, by policy: MergePolicy
  ) throws(StoreError) -> SyncOutcome {
    let user = userHash(of: person.userID)
    return try write { rows in
      try rows.lock(user)
      let merge = try rows.merge(person, of: user, by: policy)
      guard merge.outcome.isChange else { return merge.outcome }
      for record in merge.persons { try rows.add(record) }
      for record in merge.baselines { try rows.add(record) }
      for (document, value) in merge.documents { try rows.save(value, as: document, of: user) }
      rows.log(policy == .strict ? "person_imported" : "person_taken_in", of: user)
      return merge.outcome
    }
  }
}

/// The result of the first reading of an export.
private struct ImportCheck {
  var report = ImportReport()
  var owners = SessionOwners()
  var new: [(id: SessionID, header: SessionHeader?)] = []

  /// Whether the second reading imports anything.
  var isNew = false

  var conflicts: [SessionConflict] = []
  var peopleConflicts: [BaselineConflict] = []
}

/// The people of imported sessions, by the hashes of the other store. Answers name them.
private struct SessionOwners {
  private var names: [UserHash: Set<[UInt8]>] = [:]

  mutating func add(_ copy: SessionSnapshot) {
    guard let user = copy.header?.user, let answers = copy.documents[.answers],
      let json = try? JSONValue.parse(answers)
    else { return }
    names[user, default: []].formUnion(json.userIDs.map { Array($0.utf8) })
  }

  /// The folders of a store have its hashes of people. Exports have others.
  mutating func add(_ copy: PersonSnapshot) {
    for user in copy.persons.map(\.user) + copy.baselines.map(\.user) {
      names[user, default: []].insert(Array(copy.userID.utf8))
    }
  }

  /// The person. Nil if the answers of no session, or those of different ones, name a person of this hash.
  func owner(of header: SessionHeader?) -> String? {
    guard let header, header.person == .known, let user = header.user, let found = names[user],
      found.count == 1
    else { return nil }
    return found.first.map { String(decoding: $0, as: UTF8.self) }
  }
}

extension SessionConflict.Reason {
  fileprivate init(_ refusal: SyncOutcome) { self = refusal == .erased ? .purged : .otherContents }
}

extension StoreTransaction {
  /// The actions of the lines that record an arrival from another store.
  static let importAction = "imported"
  static let syncAction = "taken_in"

  /// Compares a session with that of the store.
  /// - Returns: The outcome, and the session to write with the events to add to its history.
  fileprivate func merge(
    _ coming: SessionSnapshot, of user: UserHash?, by policy: MergePolicy
  ) throws -> (outcome: SyncOutcome, change: (SessionSnapshot, [AuditEntry])?) {
    if try wasPurged(coming.id) { return (.erased, nil) }
    if let user, try isErased(coming.header, of: user) { return (.erased, nil) }
    guard try holds(coming.id) else { return (.new, (coming, coming.entries)) }
    let own = try copy(of: coming.id)
    guard policy == .merge else {
      return (own.digest.documents == coming.digest.documents ? .present : .differs, nil)
    }
    let (outcome, extended) = coming.merged(with: own)
    return (outcome, extended.map { ($0, Array($0.entries.dropFirst(own.entries.count))) })
  }

  fileprivate func merge(
    _ coming: PersonSnapshot, of user: UserHash, by policy: MergePolicy
  ) throws -> PersonMerge {
    PersonMerge(
      of: user, try copy(of: user, called: coming.userID), coming,
      erasedAt: try erasure(of: user), by: policy)
  }

  /// Whether a person was erased after a session was created.
  fileprivate func isErased(_ header: SessionHeader?, of user: UserHash) throws -> Bool {
    guard let erased = try erasure(of: user) else { return false }
    return header?.createdAt.map { $0 <= erased } ?? true
  }

  /// The time of the last erasure of a person. Nil without one.
  private func erasure(of user: UserHash) throws -> StoreTime? {
    let found = try run(
      """
      select max(at_microseconds) from tenant_line
      where tenant = $1 and user_hash = $2 and action in ('erased', 'withdrawn', 'person_purged')
      """, .user(user))
    guard let row = found.first, !row.isNull(0) else { return nil }
    return StoreTime(milliseconds: Int64(try row.int(0) / 1000))
  }

  /// Replaces a session with a snapshot.
  /// - Parameter entries: Events that its history does not contain yet.
  func put(_ copy: SessionSnapshot, since entries: [AuditEntry], _ action: String) throws {
    let id = copy.id
    try make(id)
    if let header = copy.header { try save(header, of: id) }
    if let bytes = copy.documents[.state] {
      let filed: FiledState = try StoredJSON.read(bytes, at: "\(id.text), its state")
      try save(filed.record, of: id, at: filed.time)
    }
    try saveUnchanged(copy)
    let stored = try hashes(of: id)
    var documents: [JSONValue.Member] = []
    for document in SessionDocument.allCases {
      guard let bytes = copy.documents[document] else { continue }
      let sha256 = documentHash(of: bytes)
      guard stored[document.rawValue] != sha256 else { continue }
      if document != .header && document != .state { try write(bytes, as: document, of: id) }
      documents.append(.init(document.rawValue, .string(sha256)))
    }
    try findResults(of: id)
    try note(
      action,
      [
        "documents": .object(documents.sorted { $0.key < $1.key }),
        "entries": try came(entries, to: id),
      ], in: id)
  }

  /// Events of another store in the form of a history line.
  private func came(_ entries: [AuditEntry], to id: SessionID) throws -> JSONValue {
    let json = JSONValue.array(entries.map { JSONValue(entry: $0) })
    guard form.sealing != nil else { return json }
    let text = Array(json.text(.compact).utf8)
    return .string(Hex.text(of: try sealed(text, as: .history(id))))
  }

  /// Decodes events of another store.
  func entries(_ came: JSONValue?, of id: SessionID) throws -> [AuditEntry] {
    var came = came
    if case .string(let text)? = came, let bytes = Hex.bytes(of: Array(text.utf8)) {
      came = try StoredJSON.parse(opened(bytes, as: .history(id)), file: "a line of the history")
    }
    guard case .array(let elements)? = came else { return [] }
    return elements.compactMap(\.auditEntry)
  }

  /// Another version may encode header and state differently. The received bytes are stored.
  private func saveUnchanged(_ copy: SessionSnapshot) throws {
    for (document, column) in [(SessionDocument.header, "header"), (.state, "state")] {
      guard let bytes = copy.documents[document] else { continue }
      try run(
        """
        update kept_session set \(column) = $3
        where tenant = $1 and id = $2 and \(column) is distinct from $3
        """, .session(copy.id), try value(bytes, as: RowContext(copy.id, document)))
    }
  }
}

extension JSONValue {
  /// An event of another store as JSON.
  fileprivate init(entry: AuditEntry) {
    self = [
      "ts": .string(entry.time.text), "actor": .string(entry.actor),
      "action": .string(entry.action), "field": .optional(entry.field),
      "old": .optional(entry.old), "new": .optional(entry.new),
      "documents": .object(entry.documents.map { .init($0.name, .optional($0.sha256)) }),
    ]
  }

  /// Decodes an event. Nil for other JSON.
  fileprivate var auditEntry: AuditEntry? {
    guard let text = self["ts"]?.stringIfAny, let time = StoreTime(text),
      let actor = self["actor"]?.stringIfAny, let action = self["action"]?.stringIfAny
    else { return nil }
    var entry = AuditEntry(
      time: time, actor: actor, action: action, field: self["field"]?.stringIfAny,
      old: self["old"]?.stringIfAny, new: self["new"]?.stringIfAny)
    if case .object(let members)? = self["documents"] {
      entry.documents = members.map {
        AuditedDocument(name: $0.key, sha256: $0.value.stringIfAny)
      }
    }
    return entry
  }
}
