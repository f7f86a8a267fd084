// The key of a key rotation, and its report.

/// The key that a store is re-encrypted with.
struct RekeyTarget: Sendable, Equatable {
  let key: String

  /// The names of former keys, oldest first.
  let former: [String]

  /// The first line of values under this key.
  let headBytes: [UInt8]

  /// The current key of the store, or the new one if `keys` begins with it.
  init(of file: StoreFile, _ keys: StoreKeys) throws(StoreError) {
    let known = try Keyring.changing(file, to: keys)?.keys ?? file.keys
    let first = keys.first
    if let known, known.current.check != first.check(in: file.id) {
      throw .unusable(
        "the key \(first.id) was replaced by \(known.current.id) and cannot be used again; put "
          + "a new key or the current key first in the key file")
    }
    key = known?.current.id ?? first.id
    former = known?.former.map(\.id) ?? []
    headBytes = SealedHead(key: known?.current.id).bytes
  }
}

/// The result of a key rotation, or its amount of work.
package struct RekeyReport: Sendable, Equatable {
  package let key: String

  /// Re-encrypted documents of sessions, with audio files.
  package var documents = 0

  /// The sessions of these documents.
  package var sessions = 0

  /// Re-encrypted baselines.
  package var baselines = 0

  /// Re-encrypted profiles and documents of people.
  package var people = 0

  /// Re-encrypted quarantined files, and reports of such files.
  package var failedFiles = 0

  /// The paths of values that do not decrypt, or differ from the history.
  package var left: [String] = []

  /// History lines with a value under a former key. Histories never change.
  package var histories = 0

  /// The names of former keys without values.
  package var unneeded: [String] = []

  /// The number of all re-encrypted values.
  package var total: Int { documents + baselines + people + failedFiles }
}
