// The baseline of a person, and those before it: `baselines/USER/NUMBER.json`, the highest number
// being the one that counts. None is ever overwritten.

package import VoiceTypes

/// A baseline in the store.
package struct KeptBaseline: Sendable, Equatable {
  /// The name and number of the format.
  static let schema = "sagevoice/kept-baseline/1"

  /// Whose.
  package var user: UserHash

  /// From 1.
  package var number: Int

  /// When it was kept.
  package var keptAt: StoreTime

  /// Why it took the place of the one before.
  package var reason: String

  /// SHA-256 of the baseline before it, as it was given; nil of the first.
  package var parentSHA256: String?

  /// The baseline document.
  package var baseline: JSONValue

  /// SHA-256 of the baseline's file as it is written, by which comparisons name it too.
  package var sha256: String { Self.sha256(of: baseline) }

  /// The path from the store's folder.
  var name: String { "baselines/\(user.text)/\(number).json" }

  var json: JSONValue { Self.shape.json(of: self) }

  package init(
    _ baseline: JSONValue, of user: UserHash, number: Int, kept: (at: StoreTime, why: String)
  ) {
    self.user = user
    self.number = number
    keptAt = kept.at
    reason = kept.why
    self.baseline = baseline
  }

  /// Whether it is the one behind a former one, or the first where there was none.
  package func follows(_ former: KeptBaseline?) -> Bool {
    number == (former?.number ?? 0) + 1 && parentSHA256 == former?.sha256
  }

  static func sha256(of baseline: JSONValue) -> String {
    StoreSecrets.sha256(of: baseline.fileBytes)
  }

  init(parsing bytes: [UInt8], file: String) throws(StoreError) {
    self = try Self.shape.read(bytes, file: file, by: .baseline)
  }
}

extension KeptBaseline: Shaped {
  package static let shape = Shape<KeptBaseline> {
    Derived(schema: schema)
    Field("user", \.user, .user)
    Field("number", \.number, .count)
    Field("kept_at", \.keptAt, .time)
    Field("reason", \.reason, .anyText)
    Field("parent", \.parent, .orNull(.shaped))
    Field("baseline", \.baseline, .anything)
  } make: { user, number, keptAt, reason, parent, baseline in
    var kept = KeptBaseline(baseline, of: user, number: number, kept: (keptAt, reason))
    kept.parentSHA256 = parent?.sha256
    return kept
  }

  private var parent: FormerVersion? {
    parentSHA256.map { FormerVersion(number: number - 1, sha256: $0) }
  }
}

extension RecordStore {
  /// The baseline of a person that counts; nil when none was kept.
  package func baseline(for user: UserHash) throws(StoreError) -> KeptBaseline? {
    guard let number = try keptNumbers(in: "baselines", of: user).last else { return nil }
    return try baseline(number, of: user)
  }

  /// All baselines of a person, oldest first.
  package func baselines(for user: UserHash) throws(StoreError) -> [KeptBaseline] {
    var kept: [KeptBaseline] = []
    for number in try keptNumbers(in: "baselines", of: user) {
      if let baseline = try baseline(number, of: user) { kept.append(baseline) }
    }
    return kept
  }

  /// Keeps a baseline in the place of the former one, which stays readable. The one that counts
  /// already is not kept twice.
  @discardableResult
  package func keep(
    _ baseline: JSONValue, for user: UserHash, reason: String
  ) throws(StoreError) -> KeptBaseline {
    try transact { _ throws(StoreError) in
      try recoverDocuments()
      return try plan(baseline, over: try self.baseline(for: user), of: user, reason)
    }
  }

  /// Keeps a baseline in the place of the former one, unless by now another one counts.
  /// - Parameter former: What counted when the baseline was made; nil for none.
  /// - Returns: What counts now; nil where another one counts than `former`, and nothing was kept.
  package func keep(
    _ baseline: JSONValue, for user: UserHash, inPlaceOf former: KeptBaseline?, reason: String
  ) throws(StoreError) -> KeptBaseline? {
    try transact { _ throws(StoreError) -> (Transaction?, KeptBaseline?) in
      try recoverDocuments()
      let current = try self.baseline(for: user)
      // A call that happened, and whose caller did not learn of it, is made again.
      if let current, current.follows(former), current.sha256 == KeptBaseline.sha256(of: baseline) {
        return (nil, current)
      }
      guard current?.number == former?.number, current?.sha256 == former?.sha256 else {
        return (nil, nil)
      }
      let (change, kept) = try plan(baseline, over: current, of: user, reason)
      return (change, kept)
    }
  }

  private func plan(
    _ baseline: JSONValue, over former: KeptBaseline?, of user: UserHash, _ reason: String
  ) throws(StoreError) -> (Transaction?, KeptBaseline) {
    if let former, former.sha256 == KeptBaseline.sha256(of: baseline) { return (nil, former) }
    var kept = KeptBaseline(
      baseline, of: user, number: (former?.number ?? 0) + 1,
      kept: (at: options.clock.now(), why: reason))
    kept.parentSHA256 = former?.sha256
    return (try plan(kept, "baseline_kept"), kept)
  }

  /// Takes in a baseline that was kept elsewhere, with its number.
  func takeIn(_ kept: KeptBaseline) throws(StoreError) {
    try transact { _ throws(StoreError) in
      try recoverDocuments()
      let path = layout.path(of: kept.name)
      guard try disk.facts(of: path) == nil else { throw .fileSystem(.interfered(with: path)) }
      return (try plan(kept, "baseline_imported"), ())
    }
  }

  private func plan(_ kept: KeptBaseline, _ action: String) throws(StoreError) -> Transaction {
    var change = Transaction(.store, entry(action))
    change.put(try writeOwn(kept.json.fileBytes, as: kept.name))
    return change
  }

  private func baseline(_ number: Int, of user: UserHash) throws(StoreError) -> KeptBaseline? {
    let name = "baselines/\(user.text)/\(number).json"
    guard let bytes = try readOwn(name) else { return nil }
    return try KeptBaseline(parsing: bytes, file: layout.path(of: name))
  }
}
