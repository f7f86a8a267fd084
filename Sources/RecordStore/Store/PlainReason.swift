// Reasons for logs, status and events: fixed texts and error numbers, never paths, names or values. Many people read
// these outputs, and they outlive the data of a person.

/// A reason without personal data. It cannot be created from an arbitrary text.
package struct PlainReason: Sendable, Hashable, CustomStringConvertible {
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
