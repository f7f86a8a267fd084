// The rest of purged sessions and of an erased person in an inbox. A running watcher removes
// the recordings of purged sessions itself; between watches the program that purges removes them.

package import RecordStore

package struct InboxPurge: Sendable {
  private let layout: InboxLayout
  private let store: RecordStore
  private let files: any FileSystem

  /// The inbox at a path, and the store that it fills.
  package init(in inbox: String, of store: RecordStore, _ files: any FileSystem) {
    layout = InboxLayout(root: inbox)
    self.store = store
    self.files = files
  }

  /// Removes the work folders of purged sessions, and of recordings without a session whose sidecar
  /// names `person`. Does nothing in an inbox with a running watcher.
  package func remove(of person: PersonalDataSearch?) throws {
    guard try files.facts(of: layout.control)?.kind == .folder,
      let lock = try files.lock(layout.lock, .exclusiveIfFree)
    else { return }
    defer { lock.release() }
    for session in try files.listIfPresent(layout.work).compactMap(SessionID.init) {
      let folder = layout.folder(of: session.text)
      let isMeant =
        try store.wasPurged(session)
        || person.map { try isUnstarted(session, of: $0, in: folder) } ?? false
      if isMeant { try WorkFolder.removeWhole(folder, files) }
    }
  }

  /// Files in the inbox that name the person; their owner has to remove them.
  package func remainders(of person: PersonalDataSearch) throws -> [Erasure.Remainder] {
    try remainders(of: person, in: layout.root)
  }

  private func remainders(of person: PersonalDataSearch, in folder: String) throws -> [Erasure
    .Remainder]
  {
    let names = InboxNames()
    var left: [Erasure.Remainder] = []
    for name in try files.listIfPresent(folder) where names.kind(of: name) != .ignored {
      let path = folder + "/" + name
      if try files.facts(of: path)?.kind == .folder { left += try remainders(of: person, in: path) }
      let isSidecar = names.kind(of: name) == .sidecar
      let inContent = isSidecar ? try mention(of: person, inFile: path) : .none
      if max(inContent, person.mention(inName: name)) == .certain {
        left.append(Erasure.Remainder(path, .notOurs))
      }
    }
    return left
  }

  private func isUnstarted(
    _ session: SessionID, of person: PersonalDataSearch, in folder: String
  ) throws -> Bool {
    guard try store.existingSession(session) == nil else { return false }
    let names = InboxNames()
    return try files.listIfPresent(folder).contains { name in
      try names.kind(of: name) == .sidecar
        && mention(of: person, inFile: folder + "/" + name) == .certain
    }
  }

  private func mention(of person: PersonalDataSearch, inFile path: String) throws
    -> PersonalDataMatch
  {
    do {
      let bytes = try files.read(path, from: 0, count: WatchSettings.mostSidecarBytes)
      return person.isOfAnother(bytes) ? .none : person.mention(in: bytes)
    } catch {
      if error.isMissing { return .none }
      throw error
    }
  }
}
