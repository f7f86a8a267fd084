// The baselines of a person in an export. A store files them under a hash of the identifier that only
// it can compute; an export under the plain hash of the identifier, which the baseline itself names.
// So any store can file them under its own, and two stores write the same bytes.

internal import VoiceTypes

/// The baselines of a person as an export holds them, oldest first.
struct ExportedPerson {
  let user: UserHash
  let files: [ExportedFile]
}

extension KeptBaseline {
  /// The identifier of the person it is of; nil if it names nobody.
  var userID: String? {
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

extension UserHash {
  /// What stands for a person in exports, which name them anyway.
  init(exportedFor userID: String) {
    self.init(text: StoreSecrets.sha256(of: Array(userID.utf8)))
  }
}

extension RecordStore {
  /// The people whose baselines are asked for, each as the store's log vouches for it.
  func exportedPeople(_ wanted: ExportedBaselines) throws(ExchangeError) -> [ExportedPerson] {
    if wanted == .none { return [] }
    let documents = try exchanging { () throws(StoreError) in try storeLog().documents }
    var people: [ExportedPerson] = []
    for user in try exchanging({ () throws(StoreError) in try users(wanted) }) {
      try verifyBaselines(of: user, by: documents)
      if let person = try exportedPerson(user) { people.append(person) }
    }
    return people.sorted { $0.user.text < $1.user.text }
  }

  /// The people whose baselines are asked for, whether they have any or not.
  func users(_ wanted: ExportedBaselines) throws(StoreError) -> [UserHash] {
    switch wanted {
    case .none: []
    case .user(let userID): [userHash(of: userID)]
    case .all: try disk.listIfPresent(layout.baselines).map { UserHash(text: $0) }
    }
  }

  private func verifyBaselines(
    of user: UserHash, by documents: [String: String]
  ) throws(ExchangeError) {
    let folder = "baselines/\(user.text)"
    let findings = try exchanging { () throws(StoreError) -> [Finding] in
      let present = try disk.listIfPresent(layout.path(of: folder)).map { "\(folder)/\($0)" }
      let named = documents.keys.filter { $0.hasPrefix("\(folder)/") }
      var findings: [Finding] = []
      for name in Set(present).union(named).sorted() {
        let bytes = try disk.readIfPresent(layout.path(of: name))
        guard bytes.map(StoreSecrets.sha256(of:)) != documents[name] else { continue }
        findings.append(Finding(.tampered, nil, name, "it is not what the log says"))
      }
      return findings
    }
    guard findings.isEmpty else { throw .findings(findings) }
  }

  /// Nil for a person without any.
  private func exportedPerson(_ user: UserHash) throws(ExchangeError) -> ExportedPerson? {
    let kept = try exchanging { () throws(StoreError) in try baselines(for: user) }
    guard let first = kept.first else { return nil }
    guard let userID = first.userID, kept.allSatisfy({ $0.userID == userID }) else {
      throw .findings([
        Finding(.tampered, nil, first.name, "it does not say whose it is, as those after it do")
      ])
    }
    let name = UserHash(exportedFor: userID)
    return ExportedPerson(
      user: name,
      files: kept.map { baseline in
        ExportedFile(
          name: ExportLayout.baseline(baseline.number),
          bytes: baseline.filed(under: name).json.fileBytes)
      })
  }
}
