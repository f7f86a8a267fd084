// The paths in an export. Names of an imported export are compared with these paths, and never used as paths.

internal import VoiceTypes

enum ExportOwner: Hashable {
  case session(SessionID)
  /// A person with baselines, by the unkeyed hash of the identifier.
  case person(UserHash)
  /// A person with profiles and documents, by the unkeyed hash of the identifier.
  case profiles(UserHash)
}

/// A file with its path from the folder of its owner.
struct ExportedFile {
  let name: String
  let bytes: [UInt8]
}

enum ExportLayout {
  static let log = "audit.log"
  private static let names = SessionDocument.allCases.map(\.name) + [log]
  private static let versionEnding = ".json"

  /// The file name of a version.
  static func version(_ number: Int) -> String { "\(number)\(versionEnding)" }

  /// The number of a version by its file name. Nil for other names.
  static func number(ofVersion name: String) -> Int? {
    guard name.hasSuffix(versionEnding), let number = Int(name.dropLast(versionEnding.count)),
      number > 0, version(number) == name
    else { return nil }
    return number
  }

  /// The folder of an owner from the root of the export.
  static func folder(of owner: ExportOwner) -> String {
    switch owner {
    case .session(let session): "sessions/\(session.text)"
    case .person(let user): "baselines/\(user.text)"
    case .profiles(let user): "people/\(user.text)"
    }
  }

  /// The path of a file from the root of the export.
  static func path(of name: String, in owner: ExportOwner) -> String {
    "\(folder(of: owner))/\(name)"
  }

  /// Owner and name of a path. Nil for all other paths, such as one outside the export.
  static func parts(of path: String) -> (owner: ExportOwner, name: String)? {
    let parts = path.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let owner = owner(parts[0], parts[1]) else { return nil }
    let name = String(parts[2])
    return isName(name, of: owner) ? (owner, name) : nil
  }

  /// Whether an export can contain this folder.
  static func isFolder(_ path: String) -> Bool {
    let trimmed = path.hasSuffix("/") ? String(path.dropLast()) : path
    let parts = trimmed.split(separator: "/", omittingEmptySubsequences: false)
    switch parts.count {
    case 1: return ["sessions", "baselines", "people"].contains(parts[0])
    case 2: return owner(parts[0], parts[1]) != nil
    case 3:
      guard case .session = owner(parts[0], parts[1]) else { return false }
      return parts[2] == "artifacts"
    default: return false
    }
  }

  private static func owner(_ kind: Substring, _ name: Substring) -> ExportOwner? {
    switch kind {
    case "sessions":
      guard let session = SessionID(String(name)), session.text == name else { return nil }
      return .session(session)
    case "baselines": return user(name).map { .person($0) }
    case "people": return user(name).map { .profiles($0) }
    default: return nil
    }
  }

  private static func user(_ name: Substring) -> UserHash? {
    let digits = String(name)
    return Hex.isSHA256(digits) ? UserHash(text: digits) : nil
  }

  private static func isName(_ name: String, of owner: ExportOwner) -> Bool {
    switch owner {
    case .session: names.contains(name)
    case .person: number(ofVersion: name) != nil
    case .profiles: number(ofVersion: name) != nil || PersonDocument(fileName: name) != nil
    }
  }
}

// Snapshots of sessions and people as the files of an export: unencrypted, with a history that is chained without a key, and
// with people under the plain SHA-256 of their identifier. Any store can import them.

extension SessionSnapshot {
  /// The files of an export, and the last line of the history. That line names all documents. It has the time of the line
  /// before, so that the same session gives the same bytes.
  var exported: (files: [ExportedFile], head: AuditHead?) {
    var files = SessionDocument.allCases.compactMap { document in
      documents[document].map { ExportedFile(name: document.name, bytes: $0) }
    }
    let last = AuditEntry(
      time: entries.last?.time ?? StoreTime(milliseconds: 0), actor: "sagevoice",
      action: "exported",
      documents: files.map {
        AuditedDocument(name: $0.name, sha256: StoreSecrets.sha256(of: $0.bytes))
      })
    let log = StoreSecrets.none.auditLines(of: entries + [last], in: id)
    files.append(ExportedFile(name: ExportLayout.log, bytes: log.flatMap(\.bytes)))
    return (files, log.last?.head)
  }
}

/// The baselines of a person, or the profile versions and other documents.
struct ExportedPerson {
  let user: UserHash
  let files: [ExportedFile]
}

extension ExportedPerson {
  /// - Returns: Nil without versions.
  /// - Throws: A finding if the versions differ in their person, or one was changed after the next was saved.
  init?(
    _ versions: [VersionRecord<some VersionKind>], _ documents: [PersonDocument: JSONValue] = [:]
  ) throws {
    guard let userID = versions.first?.userID else {
      guard let first = versions.first else { return nil }
      throw ExchangeError.findings([
        Finding(.tampered, nil, first.name, "the person id is missing")
      ])
    }
    let user = UserHash(exportedFor: userID)
    for (index, version) in versions.enumerated() {
      let isNext = version.follows(index == 0 ? nil : versions[index - 1])
      guard version.userID == userID, isNext else {
        throw ExchangeError.findings([
          Finding(.tampered, nil, version.name, "the version does not follow the previous one")
        ])
      }
    }
    var files = versions.map { version in
      ExportedFile(
        name: ExportLayout.version(version.number), bytes: version.filed(under: user).json.fileBytes
      )
    }
    for document in PersonDocument.allCases {
      guard let value = documents[document] else { continue }
      files.append(ExportedFile(name: document.fileName, bytes: value.fileBytes))
    }
    self.init(user: user, files: files)
  }
}

extension UserHash {
  /// The person in exports, which contain the identifier in any case.
  init(exportedFor userID: String) {
    self.init(text: StoreSecrets.sha256(of: Array(userID.utf8)))
  }
}

// MARK: - Histories

extension AuditLog {
  init(exported bytes: [UInt8], of session: SessionID) {
    self.init(bytes, seed: .seed(of: "session \(session.text)", .none), .none)
  }
}
