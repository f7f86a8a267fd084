// What is kept of a person in an export. A store files them under a hash of the identifier that only
// it can compute; an export under the plain hash of the identifier, which the baseline itself names.
// So any store can file them under its own, and two stores write the same bytes.

internal import VoiceTypes

/// Files of a person as an export holds them: baselines, or what they told, oldest first.
struct ExportedPerson {
  let user: UserHash
  let files: [ExportedFile]

  /// What the list of the export says of them.
  var listed: ExportManifest.Person {
    ExportManifest.Person(user: user, files: files.map { ExportManifest.File($0) })
  }
}

extension ExportedPerson {
  private static let unnamed = "the person id is missing, or differs from later versions"

  /// A person with their baselines; nil for one without any.
  init?(baselines kept: [KeptBaseline]) throws(ExchangeError) {
    guard let first = kept.first else { return nil }
    guard let userID = first.userID, kept.allSatisfy({ $0.userID == userID }) else {
      throw .findings([Finding(.tampered, nil, first.name, Self.unnamed)])
    }
    let name = UserHash(exportedFor: userID)
    self.init(
      user: name,
      files: kept.map { baseline in
        ExportedFile(
          name: ExportLayout.version(baseline.number),
          bytes: baseline.filed(under: name).json.fileBytes)
      })
  }

  /// A person with what they told, and their documents; nil for one who told nothing.
  init?(
    telling kept: [KeptPerson], _ read: (PersonDocument) throws(StoreError) -> JSONValue?
  ) throws(ExchangeError) {
    guard let first = kept.first else { return nil }
    guard let userID = first.userID, kept.allSatisfy({ $0.userID == userID }) else {
      throw .findings([Finding(.tampered, nil, first.name, Self.unnamed)])
    }
    let name = UserHash(exportedFor: userID)
    var files = kept.map { person in
      ExportedFile(
        name: ExportLayout.version(person.number), bytes: person.filed(under: name).json.fileBytes)
    }
    for document in PersonDocument.allCases {
      guard let value = try exchanging({ () throws(StoreError) in try read(document) })
      else { continue }
      files.append(ExportedFile(name: document.fileName, bytes: value.fileBytes))
    }
    self.init(user: name, files: files)
  }
}

extension KeptBaseline {
  /// The identifier of the person it is of; nil if it names nobody.
  package var userID: String? {
    guard case .string(let text)? = baseline["person"]?["user_id"] else { return nil }
    return text
  }

  /// The same as kept for a person under another hash.
  func filed(under user: UserHash) -> KeptBaseline {
    var other = self
    other.user = user
    return other
  }
}

extension KeptPerson {
  /// The identifier of the person; nil if it names nobody.
  package var userID: String? {
    guard case .string(let text)? = person[ProfileField.userID.rawValue] else { return nil }
    return text
  }

  /// The same as kept for a person under another hash.
  func filed(under user: UserHash) -> KeptPerson {
    var other = self
    other.user = user
    return other
  }
}

extension UserHash {
  /// What stands for a person in exports, which name them anyway.
  init(exportedFor userID: String) {
    self.init(text: StoreSecrets.sha256(of: Array(userID.utf8)))
  }
}

extension RecordStore {
  /// The people who are asked for, with what they told; each as the store's log vouches for it. A
  /// person of whom nobody knows the identifier, as one who told nothing yet, cannot be named to
  /// another store.
  func exportedTold(_ wanted: ExportedBaselines) throws(ExchangeError) -> [ExportedPerson] {
    if wanted == .none { return [] }
    let documents = try exchanging { () throws(StoreError) in try storeLog().documents }
    var people: [ExportedPerson] = []
    for user in try exchanging({ () throws(StoreError) in try users(wanted, in: "people") }) {
      try verifyFiles(of: user, in: "people", by: documents)
      if let person = try exportedTold(by: user) { people.append(person) }
    }
    return people.sorted { $0.user.text < $1.user.text }
  }

  private func exportedTold(by user: UserHash) throws(ExchangeError) -> ExportedPerson? {
    let kept = try exchanging { () throws(StoreError) in try persons(for: user) }
    return try ExportedPerson(telling: kept) { document throws(StoreError) in
      try read(document, of: user)
    }
  }

  /// The people whose baselines are asked for, each as the store's log vouches for it.
  func exportedPeople(_ wanted: ExportedBaselines) throws(ExchangeError) -> [ExportedPerson] {
    if wanted == .none { return [] }
    let documents = try exchanging { () throws(StoreError) in try storeLog().documents }
    var people: [ExportedPerson] = []
    for user in try exchanging({ () throws(StoreError) in try users(wanted, in: "baselines") }) {
      try verifyFiles(of: user, in: "baselines", by: documents)
      if let person = try exportedPerson(user) { people.append(person) }
    }
    return people.sorted { $0.user.text < $1.user.text }
  }

  /// The people who are asked for, whether they have a folder of this kind or not.
  func users(
    _ wanted: ExportedBaselines, in folder: String
  ) throws(StoreError) -> [UserHash] {
    switch wanted {
    case .none: return []
    case .user(let userID): return [userHash(of: userID)]
    case .people(let users): return users.sorted { $0.text < $1.text }
    case .all: return try disk.listIfPresent(layout.path(of: folder)).map { UserHash(text: $0) }
    case .known:
      var known: [UserHash] = []
      for user in try users(.all, in: folder) where try isKnown(user) { known.append(user) }
      return known
    }
  }

  /// Whether a person said who they are, as far as anything says it.
  private func isKnown(_ user: UserHash) throws(StoreError) -> Bool {
    try userID(of: user).map { !AnonymousID.isOne($0) } ?? true
  }

  private func verifyFiles(
    of user: UserHash, in kind: String, by documents: [String: String]
  ) throws(ExchangeError) {
    let folder = "\(kind)/\(user.text)"
    let findings = try exchanging { () throws(StoreError) -> [Finding] in
      let present = try disk.listIfPresent(layout.path(of: folder)).map { "\(folder)/\($0)" }
      let named = documents.keys.filter { $0.hasPrefix("\(folder)/") }
      var findings: [Finding] = []
      for name in Set(present).union(named).sorted() {
        let bytes = try disk.readIfPresent(layout.path(of: name))
        guard bytes.map(StoreSecrets.sha256(of:)) != documents[name] else { continue }
        findings.append(Finding(.tampered, nil, name, "the content differs from the audit log"))
      }
      return findings
    }
    guard findings.isEmpty else { throw .findings(findings) }
  }

  /// Nil for a person without any.
  private func exportedPerson(_ user: UserHash) throws(ExchangeError) -> ExportedPerson? {
    try ExportedPerson(
      baselines: try exchanging { () throws(StoreError) in try baselines(for: user) })
  }
}
