// Each member of staff has a token, created on the command line or by an administrator and shown
// once. The server stores its SHA-256, name, role and expiry. A token has 244 random bits, so a
// plain hash is sufficient.

package import RecordStore
internal import VoicePipeline
package import VoiceTypes

/// A staff role; the raw values are part of the contract.
package enum StaffRole: String, CaseIterable, Sendable {
  /// Registers people and reads their progress; no results.
  case intake
  /// Reads people, sessions and results; acknowledges alerts, reviews and corrects.
  case clinician
  /// All operations, including tokens, exports and deletions.
  case admin
  /// A program that syncs stores; no other operation.
  case sync

  /// The roles of people, without programs.
  package static let people: [StaffRole] = [.intake, .clinician, .admin]

  /// The roles with access to results.
  static let clinical: [StaffRole] = [.clinician, .admin]
}

package struct StaffMember: Sendable {
  let token: StaffToken

  /// The cookie of the browser; nil for bearer authentication.
  let signIn: String?

  /// The name in audit logs, with a prefix that separates staff from programs and system users.
  let actor: AuditActor
}

package struct StaffToken: Sendable, Equatable {
  /// The SHA-256 of the token.
  let sha256: String

  /// The name of its holder.
  package let name: String

  package let role: StaffRole
  package let createdAt: StoreTime

  /// The expiry; nil for none.
  package let until: StoreTime?

  /// The public id: the first digits of the SHA-256.
  package var id: String { String(sha256.prefix(12)) }

  package var line: String { json.lineText }

  package var json: JSONValue {
    [
      "id": .string(id), "name": .string(name), "role": .string(role.rawValue),
      "created_at": .string(createdAt.textToSeconds), "until": .optional(until?.textToSeconds),
    ]
  }
}

package struct StaffTokens: Sendable {
  /// The default lifetime in days [E].
  package static let usualDays = 365

  static let beginning = "sagevoice_"
  static let schema = "sagevoice/staff-token/1"

  private let folder: String
  private let files: any FileSystem
  private let newID: @Sendable () -> String

  package init(in folder: String, files: any FileSystem, newID: @escaping @Sendable () -> String) {
    (self.folder, self.files, self.newID) = (folder, files, newID)
  }

  package func prepare() throws(FileSystemError) { try files.ensureFolder(folder) }

  /// Returns the audit name of a holder; nil for a blank or too long name, or one with control
  /// characters.
  package static func actor(_ name: String) -> AuditActor? {
    name.allSatisfy(\.isWhitespace) ? nil : AuditActor("staff/" + name)
  }

  /// Creates a token durably.
  /// - Parameter name: A name that `actor` accepts.
  /// - Returns: The token, which is not stored, and the stored data.
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

  /// Returns all tokens, oldest first, including expired ones.
  package func all() throws(FileSystemError) -> [StaffToken] {
    var found: [StaffToken] = []
    for name in try files.list(folder) {
      if let token = try kept(name) { found.append(token) }
    }
    return found.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
  }

  /// Revokes a token by its public id, effective with the next request.
  /// - Returns: False when there is none.
  package func revoke(_ id: String) throws(FileSystemError) -> Bool {
    guard let token = try all().first(where: { $0.id == id }) else { return false }
    try files.removeIfThere("\(folder)/\(token.sha256)")
    try files.synchronizeFolder(folder)
    return true
  }

  /// Returns the stored data of a token; nil for an unknown or expired one.
  func token(_ text: String, at now: StoreTime) throws(FileSystemError) -> StaffToken? {
    try token(sha256: Fingerprint.sha256(of: Array(text.utf8)), at: now)
  }

  /// Returns the stored data of a token hash; nil for an unknown or expired one.
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
