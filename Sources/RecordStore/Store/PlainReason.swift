// Why something failed, for logs, status and events, which outlive people and are read by many: made
// of what was tried and of the system's number, never of a path, a name or a value. Taking names out
// of a sentence does not work, because a name may hold anything a sentence may.

/// A reason that holds no names. There is no way to make one from a text that was found.
package struct PlainReason: Sendable, Hashable, CustomStringConvertible {
  /// One sentence that says what is wrong, and where possible what to do.
  package let description: String

  /// A reason that is known when the program is written.
  package init(_ text: StaticString) { description = "\(text)" }

  /// The same with a stable name of this program's own; of anything else, only that is kept which
  /// such names are made of.
  package init(_ text: StaticString, code: String) {
    let kept = code.filter { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "_") }
    description = "\(text) (\(kept))"
  }

  /// Why a step on a file failed.
  package init(_ fault: FileSystemError) {
    description = "could not \(fault.operation.plain): \(fault.reason)"
  }

  private init(text: String) { description = text }

  /// Why the store could not do what it was asked for.
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
    case .readOnly: self.init("the store was opened for reading only")
    case .unusable: self.init("the data cannot be stored")
    case .away(let reason): self = reason
    }
  }
}

extension FileOperation {
  /// What was tried, without on what.
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
