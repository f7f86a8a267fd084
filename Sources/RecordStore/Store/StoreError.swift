package enum StoreError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A file operation failed.
  case fileSystem(FileSystemError)
  /// The path contains no store.
  case notAStore(path: String)
  /// A later version wrote the store or the file.
  case newerSchema(path: String, found: String, known: String)
  /// The store is encrypted, and the key is missing.
  case keyNeeded
  /// The store is encrypted with another key.
  case wrongKey
  /// The key is a former key of the store.
  case formerKey(current: String)
  /// Two keys of the store have the same name.
  case keyNameTaken(String)
  /// The store is not encrypted, but a key was given.
  case notEncrypted
  /// The key file is unusable.
  case keyFile(path: String, problem: String, isMissing: Bool = false)
  /// A file of the store was changed or damaged.
  case damaged(path: String, problem: String)
  /// The session does not exist.
  case noSession(SessionID)
  /// The session was purged.
  case purged(SessionID)
  /// The lease of the job of a session has expired, or the job is gone.
  case leaseLost(SessionID)
  /// The store was opened for reading.
  case readOnly
  /// The given value cannot be stored.
  case unusable(String)
  /// The store is temporarily unavailable, such as a server during its start.
  case away(RedactedReason)

  /// Whether a retry can succeed.
  package var isTransient: Bool {
    if case .away = self { return true }
    return if case .fileSystem(let fault) = self { fault.isTransient } else { false }
  }

  /// The retry class of the error.
  package var outlook: RetryClass {
    switch self {
    case .fileSystem(let fault): fault.isMisplaced && fault.isInSession ? .persistent : .transient
    case .away: .transient
    default: .permanent
    }
  }

  /// The fault of the store for the status. Nil for an error of the call.
  package var trouble: DiskFault? {
    switch self {
    case .fileSystem(let fault): fault.trouble
    case .away: .away
    default: nil
    }
  }

  /// Problem and advice.
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
    case .leaseLost(let id):
      "the lease of the recording \(id.text) was lost; another worker may have it"
    case .readOnly: "the store was opened for reading only"
    case .unusable(let problem): problem
    case .away(let reason): reason.description
    }
  }
}

/// The retry class of an error.
package enum RetryClass: Sendable {
  /// Transient: the store is full, read-only, denied or unavailable. All writers wait.
  case transient
  /// Persistent for one session. It seldom passes with time.
  case persistent
  /// Permanent: a retry fails in the same way.
  case permanent
}

extension StoreError {
  /// The error of a file, of the database, or of the store itself.
  init(_ error: any Error) {
    self =
      switch error {
      case let error as StoreError: error
      case let error as SQLError: error.storeError
      case let error as FileSystemError: .fileSystem(error)
      default: .unusable("\(error)")
      }
  }
}

/// The value of file operations. Nil if the file or folder is missing.
@discardableResult
func ifPresent<Value>(_ body: () throws -> Value) throws -> Value? {
  do {
    return try body()
  } catch let error as FileSystemError where error.isMissing {
    return nil
  }
}

extension FileSystem {
  /// The content of a file. Nil if it is missing.
  func readIfPresent(_ path: String) throws -> [UInt8]? { try ifPresent { try read(path) } }

  /// The names in a folder. Empty if it is missing.
  package func listIfPresent(_ folder: String) throws -> [String] {
    try ifPresent { try list(folder) } ?? []
  }
}

extension FileSystemError {
  /// Whether the path is in the folder of a session.
  fileprivate var isInSession: Bool {
    let parts = path.split(separator: "/")
    return zip(parts, parts.dropFirst()).contains {
      $0 == "sessions" && SessionID(String($1)) != nil
    }
  }
}

// Reasons for logs, status and events: fixed texts and error numbers, never paths, names or values. Many people read
// these outputs, and they outlive the data of a person.

/// A reason without personal data. It cannot be created from an arbitrary text.
package struct RedactedReason: Sendable, Hashable, CustomStringConvertible {
  /// Problem and, where possible, advice.
  package let description: String

  /// A fixed reason.
  package init(_ text: StaticString) { description = "\(text)" }

  /// A fixed reason with a code of this program. Characters that no code contains are removed.
  package init(_ text: StaticString, code: String) {
    let kept = code.filter { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "_") }
    description = "\(text) (\(kept))"
  }

  package init(_ fault: FileSystemError) {
    description = "could not \(fault.operation.plain): \(fault.reason)"
  }

  private init(text: String) { description = text }

  package init(_ error: StoreError) {
    switch error {
    case .fileSystem(let fault): self.init(fault)
    case .notAStore: self.init("the folder is not a store; check the path")
    case .newerSchema:
      self.init("a file of the store was written by a later version; use a newer sagevoice")
    case .keyNeeded, .wrongKey, .formerKey, .keyNameTaken, .notEncrypted:
      self.init(text: error.description)
    case .keyFile: self.init("the key file cannot be used; check it and its permissions")
    case .damaged:
      self.init("a file of the store is damaged; run `sagevoice records verify`")
    case .noSession: self.init("the store does not have the session")
    case .purged: self.init("the session was purged; its tombstone contains the reason")
    case .leaseLost: self.init("the lease of the recording was lost")
    case .readOnly: self.init("the store was opened for reading only")
    case .unusable: self.init("the data cannot be stored")
    case .away(let reason): self = reason
    }
  }
}

extension FileOperation {
  /// The failed operation without its path.
  fileprivate var plain: StaticString {
    switch self {
    case .makeFolder: "make a folder"
    case .list: "list a folder"
    case .facts: "read the attributes of a file"
    case .read: "read a file"
    case .create: "write a file"
    case .synchronizeFile: "flush a file"
    case .synchronizeFolder: "flush a folder"
    case .rename: "rename a file"
    case .removeFile: "remove a file"
    case .removeFolder: "remove a folder"
    case .append: "append to a file"
    case .truncate: "truncate a file"
    case .copy: "copy a file"
    case .lock: "lock a file"
    case .writers: "wait for the writers of a file"
    case .makePrivate: "set the permissions of a file"
    }
  }
}
