// The versions of the baseline of a person. The highest number is current.

package import VoiceTypes

/// A baseline in the store.
package struct BaselineRecord: Sendable, Equatable {
  /// The name and number of the format.
  static let schema = "sagevoice/kept-baseline/1"

  /// The person.
  package var user: UserHash

  /// The version, from 1.
  package var number: Int

  /// The time of saving.
  package var savedAt: StoreTime

  /// The reason for this version.
  package var reason: String

  /// SHA-256 of the baseline before this one. Nil for the first.
  package var parentSHA256: String?

  /// The baseline document.
  package var baseline: JSONValue

  /// SHA-256 of the encoded baseline. Comparisons refer to it.
  package var sha256: String { Self.sha256(of: baseline) }

  var name: String { "baselines/\(user.text)/\(number).json" }

  var json: JSONValue { Self.shape.json(of: self) }

  package init(
    _ baseline: JSONValue, of user: UserHash, number: Int, kept: (at: StoreTime, why: String)
  ) {
    self.user = user
    self.number = number
    savedAt = kept.at
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

extension BaselineRecord: Shaped {
  package static let shape = Shape<BaselineRecord> {
    Derived(schema: schema)
    Field("user", \.user, .user)
    Field("number", \.number, .count)
    Field("kept_at", \.savedAt, .time)
    Field("reason", \.reason, .anyText)
    Field("parent", \.parent, .orNull(.shaped))
    Field("baseline", \.baseline, .anything)
  } make: { user, number, savedAt, reason, parent, baseline in
    var kept = BaselineRecord(baseline, of: user, number: number, kept: (savedAt, reason))
    kept.parentSHA256 = parent?.sha256
    return kept
  }

  private var parent: FormerVersion? {
    parentSHA256.map { FormerVersion(number: number - 1, sha256: $0) }
  }
}
