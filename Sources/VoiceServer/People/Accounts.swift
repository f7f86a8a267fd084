// Accounts. What is kept of one is whose it is and a hash of the password, in a file named by a keyed hash of the
// e-mail address: nothing is ever sent there, so the address itself is kept nowhere, and without the key of the store
// nobody can try which addresses have accounts.

internal import RecordStore
internal import Synchronization
internal import VoiceTypes

/// An e-mail address, as accounts are told apart by it: in lower case.
struct EmailAddress: Sendable {
  /// RFC 5321: a path has 256 bytes with its brackets.
  private static let mostBytes = 254

  let text: String

  /// Nil for what has not the form of an address.
  init?(_ text: String) {
    let text = text.lowercased()
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), text.utf8.count <= Self.mostBytes,
      !text.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.value < 0x20 })
    else { return nil }
    self.text = text
  }

  /// The address and its parts: the name, the domain and the labels of the domain.
  var words: [String] {
    let parts = text.split(separator: "@").map(String.init)
    return [text] + parts + (parts.last?.split(separator: ".").map(String.init) ?? [])
  }
}

/// What is kept of an account.
struct Account: Sendable, Equatable {
  let person: String
  let password: String
  let createdAt: StoreTime

  /// The same account with the hash of another password.
  func with(password: String) -> Account {
    Account(person: person, password: password, createdAt: createdAt)
  }
}

/// The accounts of a server.
struct Accounts: Sendable {
  private static let schema = "sagevoice/account/1"

  private let folder: String
  private let files: any FileSystem
  private let index = AccountIndex()

  /// Accounts that are kept in a folder.
  init(in folder: String, files: any FileSystem) { (self.folder, self.files) = (folder, files) }

  /// Makes the folder, removes incomplete files and indexes the accounts. One process at a time works in the folder
  /// (the lock of the spool), so the index and the files agree.
  func prepare() throws(FileSystemError) {
    try files.ensureFolder(folder)
    for name in try files.list(folder) {
      guard Hex.isSHA256(name) else {
        try files.removeIfThere(path(name))
        continue
      }
      if let account = try read(name) { index.add(name, of: account.person) }
    }
  }

  /// The account of a name; nil for none.
  func account(_ name: AccountName) throws(FileSystemError) -> Account? { try read(name.text) }

  /// The account of a person; nil for none.
  func account(
    of person: String
  ) throws(FileSystemError) -> (name: AccountName, account: Account)? {
    guard let name = index.name(of: person), let account = try read(name) else { return nil }
    return (AccountName(text: name), account)
  }

  /// Makes an account.
  /// - Returns: Whether there was none of that name.
  func add(_ account: Account, as name: AccountName) throws(FileSystemError) -> Bool {
    // Somebody else may want the same name at the same time.
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
    index.add(name.text, of: account.person)
    return true
  }

  /// Keeps another hash of a password.
  func change(_ account: Account, as name: AccountName) throws(FileSystemError) {
    try files.replace(path(name.text), with: bytes(of: account), durability: .synced)
    try files.synchronizeFolder(folder)
  }

  /// Removes the account of a person; none is no fault.
  func remove(of person: String) throws(FileSystemError) {
    guard let found = try account(of: person) else { return }
    try files.removeIfThere(path(found.name.text))
    try files.synchronizeFolder(folder)
    index.remove(person)
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

/// The names of accounts by person.
private final class AccountIndex: Sendable {
  private let names = Mutex<[String: String]>([:])

  func name(of person: String) -> String? { names.withLock { $0[person] } }
  func add(_ name: String, of person: String) { names.withLock { $0[person] = name } }
  func remove(_ person: String) { names.withLock { _ = $0.removeValue(forKey: person) } }
}

/// How an account is known: a hash of its address by the key of the store.
struct AccountName: Sendable, Hashable {
  let text: String

  /// The name of an address in a server's store. No identifier of a person begins so.
  init(_ email: EmailAddress, in store: any ServedStore) {
    text = store.userHash(of: "mailto:" + email.text).text
  }

  fileprivate init(text: String) { self.text = text }
}
