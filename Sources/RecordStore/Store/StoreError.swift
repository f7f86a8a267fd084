// Why the store could not do what it was asked for.

/// A fault of the store.
package enum StoreError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A step on a file failed.
  case fileSystem(FileSystemError)
  /// There is no store at this path.
  case notAStore(path: String)
  /// The store, or a file of it, was written by a later version.
  case newerSchema(path: String, found: String, known: String)
  /// The store is encrypted, and no key was given.
  case keyNeeded
  /// The store is encrypted with another key.
  case wrongKey
  /// The store was encrypted with this key before it was with the one of that name.
  case formerKey(current: String)
  /// Two keys of one store have one name.
  case keyNameTaken(String)
  /// A key was given for a store that is not encrypted.
  case notEncrypted
  /// The key file cannot be used.
  case keyFile(path: String, problem: String, isMissing: Bool = false)
  /// A file of the store is not what the store wrote.
  case damaged(path: String, problem: String)
  /// There is no such session.
  case noSession(SessionID)
  /// The session was purged.
  case purged(SessionID)
  /// The store was opened for reading.
  case readOnly
  /// What the caller gave cannot be stored.
  case unusable(String)
  /// The store cannot be reached now, as a server that is being started again.
  case away(PlainReason)

  /// Whether the same call may succeed later without anybody doing anything.
  package var isTransient: Bool {
    if case .away = self { return true }
    return if case .fileSystem(let fault) = self { fault.isTransient } else { false }
  }

  /// How it goes on for whoever waits.
  package var outlook: StoreOutlook {
    switch self {
    case .fileSystem(let fault): fault.isMisplaced && fault.isInSession ? .stubborn : .passes
    case .away: .passes
    default: .lasts
    }
  }

  /// What is wrong with the store, for a status; nil for what is wrong with the call.
  package var trouble: DiskFault? {
    switch self {
    case .fileSystem(let fault): fault.trouble
    case .away: .away
    default: nil
    }
  }

  /// What is wrong, and what to do.
  package var description: String {
    switch self {
    case .fileSystem(let fault): fault.description
    case .notAStore(let path):
      "\(path) is not a store; check the path, or create a store with `sagevoice store init`"
    case .newerSchema(let path, let found, let known):
      "\(path) has the schema \(found), and this version reads up to \(known); use a newer sagevoice"
    case .keyNeeded:
      "the store is encrypted; give its key with --key-file, --key-fd or SAGEVOICE_KEY_FILE"
    case .wrongKey: "the store is encrypted with another key; give the current key"
    case .formerKey(let current):
      "the store was re-encrypted with the key \(current), and the given key is a former key; "
        + "give the current key"
    case .keyNameTaken(let name):
      "the store has or had another key named \(name); give the first key of the key file "
        + "another name"
    case .notEncrypted:
      "the store is not encrypted; omit --key-file, --key-fd, SAGEVOICE_KEY_FILE and the "
        + "credential, or create a new store with the key"
    case .keyFile(let path, let problem, _): "the key file \(path) cannot be used: \(problem)"
    case .damaged(let path, let problem):
      "\(path) is damaged: \(problem); run `sagevoice records verify`"
    case .noSession(let id):
      "the store has no session \(id.text); `sagevoice records list` prints its sessions"
    case .purged(let id): "the session \(id.text) was purged; its tombstone contains the reason"
    case .readOnly: "the store was opened for reading only"
    case .unusable(let problem): problem
    case .away(let reason): reason.description
    }
  }
}

/// How a fault of a store goes on.
package enum StoreOutlook: Sendable {
  /// It is a matter of all that is to be stored, which waits until somebody or something puts the
  /// store right: full, read-only, denied, away.
  case passes
  /// Something stands in the place of one session, which time alone seldom cures.
  case stubborn
  /// The same call fails in the same way.
  case lasts
}

extension FileSystemError {
  /// Whether its path leads into the folder of a session.
  fileprivate var isInSession: Bool {
    let parts = path.split(separator: "/")
    return zip(parts, parts.dropFirst()).contains {
      $0 == "sessions" && SessionID(String($1)) != nil
    }
  }
}
