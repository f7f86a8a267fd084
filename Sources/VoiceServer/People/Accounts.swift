// An account file contains the person and the password hash, and is named by a keyed hash of the
// e-mail address. The server sends no mail, so it stores no address. Without the store key an
// attacker cannot test which addresses have accounts.

internal import RecordStore
internal import Synchronization
internal import VoiceTypes

/// An e-mail address in lower case.
struct EmailAddress: Sendable {
  /// The maximum length in bytes: a path has 256 including brackets (RFC 5321).
  private static let mostBytes = 254

  let text: String

  /// Parses an address; nil for any other text.
  init?(_ text: String) {
    let text = text.lowercased()
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), text.utf8.count <= Self.mostBytes,
      !text.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.value < 0x20 })
    else { return nil }
    self.text = text
  }

  /// The words for the password check: the address, the local part, the domain and its labels.
  var words: [String] {
    let parts = text.split(separator: "@").map(String.init)
    return [text] + parts + (parts.last?.split(separator: ".").map(String.init) ?? [])
  }
}

struct Account: Sendable, Equatable {
  let person: String
  let password: String
  let createdAt: StoreTime

  /// Returns a copy with another password hash.
  func with(password: String) -> Account {
    Account(person: person, password: password, createdAt: createdAt)
  }
}

final class Accounts: Sendable {
  private static let schema = "sagevoice/account/1"

  private let folder: String
  private let files: any FileSystem

  /// The account names by person.
  private let names = Mutex<[String: String]>([:])

  init(in folder: String, files: any FileSystem) { (self.folder, self.files) = (folder, files) }

  /// Creates the directory, deletes incomplete files and indexes the accounts. The spool lock
  /// admits one process, so index and files agree.
  func prepare() throws(FileSystemError) {
    try files.ensureFolder(folder)
    for name in try files.list(folder) {
      guard Hex.isSHA256(name) else {
        try files.removeIfThere(path(name))
        continue
      }
      if let account = try read(name) { names.withLock { $0[account.person] = name } }
    }
  }

  /// Returns the account of a name; nil when there is none.
  func account(_ name: AccountID) throws(FileSystemError) -> Account? { try read(name.text) }

  /// Returns the account of a person and its name; nil when there is none.
  func account(of person: String) throws(FileSystemError) -> (name: AccountID, account: Account)? {
    guard let name = names.withLock({ $0[person] }), let account = try read(name) else {
      return nil
    }
    return (AccountID(text: name), account)
  }

  /// Adds an account durably.
  /// - Returns: False when the name is in use.
  func add(_ account: Account, as name: AccountID) throws(FileSystemError) -> Bool {
    // A concurrent request may add the same name; the temporary file name is unique per person.
    let passing = "\(path(name.text)).\(account.person)"
    try files.removeIfThere(passing)
    try files.create(passing, bytes(of: account))
    try files.synchronizeFile(passing)
    do throws(FileSystemError) {
      try files.settle(passing, at: path(name.text), in: folder, .keepingExisting)
    } catch {
      try files.removeIfThere(passing)
      guard error.isExisting else { throw error }
      return false
    }
    names.withLock { $0[account.person] = name.text }
    return true
  }

  /// Replaces an account, for a new password hash.
  func change(_ account: Account, as name: AccountID) throws(FileSystemError) {
    try files.replace(path(name.text), with: bytes(of: account), durability: .synced)
  }

  /// Deletes the account of a person, if any.
  func remove(of person: String) throws(FileSystemError) {
    guard let found = try account(of: person) else { return }
    try files.removeIfThere(path(found.name.text))
    try files.synchronizeFolder(folder)
    names.withLock { _ = $0.removeValue(forKey: person) }
  }

  private func bytes(of account: Account) -> [UInt8] {
    let json: JSONValue = [
      "schema": .string(Self.schema), "person": .string(account.person),
      "password": .string(account.password), "created_at": .string(account.createdAt.text),
    ]
    return json.lineBytes
  }

  private func read(_ name: String) throws(FileSystemError) -> Account? {
    guard Hex.isSHA256(name), try files.facts(of: path(name)) != nil,
      let json = try? JSONValue.parse(files.read(path(name))),
      json["schema"] == .string(Self.schema), case .string(let person)? = json["person"],
      case .string(let password)? = json["password"],
      case .string(let created)? = json["created_at"], let createdAt = StoreTime(created)
    else { return nil }
    return Account(person: person, password: password, createdAt: createdAt)
  }

  private func path(_ name: String) -> String { "\(folder)/\(name)" }
}

/// The name of an account: the keyed hash of its e-mail address.
struct AccountID: Sendable, Hashable {
  let text: String

  /// Hashes an address with the store key. The prefix separates addresses from person identifiers.
  init(_ email: EmailAddress, in store: RecordStore) {
    text = store.userHash(of: "mailto:" + email.text).text
  }

  fileprivate init(text: String) { self.text = text }
}
