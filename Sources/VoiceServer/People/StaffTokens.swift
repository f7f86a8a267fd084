// Who works here. Staff have a token each, made at the command line of the server or by an administrator, and
// shown once: the server keeps its SHA-256, under which lie name, role and the day on which it ends. A token has 244
// random bits, so that its plain hash cannot be turned round, and none can be guessed.

package import RecordStore
internal import VoicePipeline
package import VoiceTypes

/// What somebody of the staff may do; the raw values are part of the contract.
package enum StaffRole: String, CaseIterable, Sendable {
  /// Takes people in and sees how far they are; no results.
  case intake
  /// Sees people, sessions and results, takes note of alerts, signs off, puts right.
  case clinician
  /// All of it, and tokens, exports and deletions.
  case admin
  /// A program that passes histories on between stores, and nothing else.
  case sync

  /// Those who are people.
  package static let people: [StaffRole] = [.intake, .clinician, .admin]

  /// Those who see results.
  static let clinical: [StaffRole] = [.clinician, .admin]
}

/// Somebody of the staff.
package struct StaffMember: Sendable {
  /// Their token, as it is kept.
  let token: StaffToken

  /// What their browser has; nil for who sends the token itself.
  let signIn: String?

  /// How logs name them: not as any program or any user of the system is named.
  let actor: AuditActor
}

/// A token, as it is kept.
package struct StaffToken: Sendable, Equatable {
  /// SHA-256 of the token.
  let sha256: String

  /// Whose it is.
  package let name: String

  package let role: StaffRole

  package let createdAt: StoreTime

  /// When it ends; nil for never.
  package let until: StoreTime?

  /// What people call it by: the first digits of its SHA-256.
  package var id: String { String(sha256.prefix(12)) }

  /// The token as a line of JSON.
  package var line: String { json.lineText }

  /// The token for people.
  package var json: JSONValue {
    [
      "id": .string(id), "name": .string(name), "role": .string(role.rawValue),
      "created_at": .string(createdAt.textToSeconds), "until": .optional(until?.textToSeconds),
    ]
  }
}

/// The tokens of a server.
package struct StaffTokens: Sendable {
  /// How long a token is worth unless told, in days [E].
  package static let usualDays = 365

  static let beginning = "sagevoice_"
  static let schema = "sagevoice/staff-token/1"

  private let folder: String
  private let files: any FileSystem
  private let newID: @Sendable () -> String

  /// Tokens that are kept in a folder.
  package init(
    in folder: String, files: any FileSystem, newID: @escaping @Sendable () -> String
  ) {
    (self.folder, self.files, self.newID) = (folder, files, newID)
  }

  /// Makes the folder.
  package func prepare() throws(FileSystemError) { try files.ensureFolder(folder) }

  /// How logs name somebody; nil for what is no name: blank, too long, or with what a terminal obeys.
  package static func actor(_ name: String) -> AuditActor? {
    name.allSatisfy(\.isWhitespace) ? nil : AuditActor("staff/" + name)
  }

  /// Makes a token.
  /// - Parameter name: One that `actor` takes.
  /// - Returns: The token, which is kept nowhere, and what is kept.
  package func create(
    _ role: StaffRole, name: String, at now: StoreTime, until: StoreTime?
  ) throws(FileSystemError) -> (token: String, kept: StaffToken) {
    // Two random identifiers have 244 random bits.
    let token = Self.beginning + Fingerprint.sha256(of: Array((newID() + newID()).utf8))
    let kept = StaffToken(
      sha256: Fingerprint.sha256(of: Array(token.utf8)), name: name, role: role, createdAt: now,
      until: until)
    let json: JSONValue = [
      "schema": .string(Self.schema), "name": .string(name), "role": .string(role.rawValue),
      "created_at": .string(now.text), "until": .optional(until?.text),
    ]
    let path = "\(folder)/\(kept.sha256)"
    try files.create(path, json.lineBytes)
    try files.synchronizeFile(path)
    try files.synchronizeFolder(folder)
    return (token, kept)
  }

  /// The tokens, the oldest first; those that have ended too.
  package func all() throws(FileSystemError) -> [StaffToken] {
    var found: [StaffToken] = []
    for name in try files.list(folder) {
      if let token = try kept(name) { found.append(token) }
    }
    return found.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
  }

  /// Ends a token, by what people call it; who has it is nobody from the next request on.
  /// - Returns: Whether there was one.
  package func revoke(_ id: String) throws(FileSystemError) -> Bool {
    guard let token = try all().first(where: { $0.id == id }) else { return false }
    try files.removeIfThere("\(folder)/\(token.sha256)")
    try files.synchronizeFolder(folder)
    return true
  }

  /// What is kept of a token; nil for one that is none, or none any more.
  func token(_ text: String, at now: StoreTime) throws(FileSystemError) -> StaffToken? {
    try token(sha256: Fingerprint.sha256(of: Array(text.utf8)), at: now)
  }

  /// The same by the hash of the token.
  func token(sha256: String, at now: StoreTime) throws(FileSystemError) -> StaffToken? {
    guard let token = try kept(sha256), token.until.map({ now < $0 }) ?? true else { return nil }
    return token
  }

  private func kept(_ sha256: String) throws(FileSystemError) -> StaffToken? {
    let path = "\(folder)/\(sha256)"
    guard Hex.isSHA256(sha256), try files.facts(of: path) != nil,
      let json = try? JSONValue.parse(files.read(path)), json["schema"] == .string(Self.schema),
      case .string(let name)? = json["name"], case .string(let word)? = json["role"],
      let role = StaffRole(rawValue: word), case .string(let created)? = json["created_at"],
      let createdAt = StoreTime(created)
    else { return nil }
    var until: StoreTime?
    switch json["until"] {
    case .null?: break
    case .string(let text)?:
      guard let time = StoreTime(text) else { return nil }
      until = time
    default: return nil
    }
    return StaffToken(sha256: sha256, name: name, role: role, createdAt: createdAt, until: until)
  }
}
