// What an inbox still holds when sessions or a person were purged. A watcher that is at work there
// removes the recordings of purged sessions itself; between watches whoever purges does.

package import RecordStore

/// Clears an inbox of what was purged.
package struct PurgedWork: Sendable {
  private let layout: InboxLayout
  private let store: any SessionStore
  private let files: any FileSystem

  /// The inbox at a path, and the store that it fills.
  package init(in inbox: String, of store: any SessionStore, _ files: any FileSystem) {
    layout = InboxLayout(root: inbox)
    self.store = store
    self.files = files
  }

  /// Removes the work folders of purged sessions; of a person also those of recordings that never
  /// came as far as a session, when what was told of them says so. In an inbox with a watcher
  /// nothing is done.
  package func remove(of person: PersonSearch?) throws(PurgedWorkFault) {
    guard let lock = try idle() else { return }
    defer { lock.release() }
    for name in try listed(layout.work) {
      guard let session = SessionID(name) else { continue }
      let folder = layout.folder(of: session.text)
      var isMeant = try wasPurged(session)
      if !isMeant, let person { isMeant = try isUnstarted(session, of: person, in: folder) }
      guard isMeant else { continue }
      do {
        try WorkFolder.removeWhole(folder, files)
      } catch {
        throw .fileSystem(error)
      }
    }
  }

  /// What people put into the inbox and the person is named by, which is theirs to remove.
  package func remainders(of person: PersonSearch) throws(PurgedWorkFault) -> [Erasure.Remainder] {
    try remainders(of: person, in: layout.root)
  }

  private func remainders(
    of person: PersonSearch, in folder: String
  ) throws(PurgedWorkFault) -> [Erasure.Remainder] {
    let names = InboxNames()
    var left: [Erasure.Remainder] = []
    for name in try listed(folder) where names.kind(of: name) != .ignored {
      let path = folder + "/" + name
      if try kind(of: path) == .folder { left += try remainders(of: person, in: path) }
      let isSidecar = names.kind(of: name) == .sidecar
      let told = isSidecar ? try mention(of: person, inFile: path) : .none
      if max(told, person.mention(inName: name)) == .certain {
        left.append(Erasure.Remainder(path, .notOurs))
      }
    }
    return left
  }

  // MARK: - Steps

  /// The lock of the inbox; nil where a watcher has it, or none ever was.
  private func idle() throws(PurgedWorkFault) -> (any FileLock)? {
    do throws(FileSystemError) {
      guard try files.facts(of: layout.control)?.kind == .folder else { return nil }
      return try files.lock(layout.lock, .exclusiveIfFree)
    } catch {
      throw .fileSystem(error)
    }
  }

  private func wasPurged(_ session: SessionID) throws(PurgedWorkFault) -> Bool {
    do {
      return try store.wasPurged(session)
    } catch {
      throw .store(error)
    }
  }

  private func isUnstarted(
    _ session: SessionID, of person: PersonSearch, in folder: String
  ) throws(PurgedWorkFault) -> Bool {
    do throws(StoreError) {
      guard try store.existingSession(session) == nil else { return false }
    } catch {
      throw .store(error)
    }
    let names = InboxNames()
    for name in try listed(folder) where names.kind(of: name) == .sidecar {
      if try mention(of: person, inFile: folder + "/" + name) == .certain { return true }
    }
    return false
  }

  private func mention(
    of person: PersonSearch, inFile path: String
  ) throws(PurgedWorkFault) -> PersonMention {
    do {
      let bytes = try files.read(path, from: 0, count: Self.mostSidecarBytes)
      return person.isOfAnother(bytes) ? .none : person.mention(in: bytes)
    } catch {
      if error.isMissing { return .none }
      throw .fileSystem(error)
    }
  }

  /// More than any sidecar has that is taken [E].
  private static let mostSidecarBytes = 1 << 20

  private func kind(of path: String) throws(PurgedWorkFault) -> FileKind? {
    do {
      return try files.facts(of: path)?.kind
    } catch {
      throw .fileSystem(error)
    }
  }

  private func listed(_ folder: String) throws(PurgedWorkFault) -> [String] {
    do {
      return try files.list(folder)
    } catch {
      if error.isMissing { return [] }
      throw .fileSystem(error)
    }
  }
}

/// Why an inbox could not be cleared.
package enum PurgedWorkFault: Error, Sendable, Equatable, CustomStringConvertible {
  case fileSystem(FileSystemError)
  case store(StoreError)

  /// What is wrong and what to do.
  package var description: String {
    switch self {
    case .fileSystem(let fault): fault.description
    case .store(let fault): fault.description
    }
  }
}
