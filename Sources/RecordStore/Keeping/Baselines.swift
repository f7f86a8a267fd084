// The versions of the baseline of a person. The highest number is current.

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
