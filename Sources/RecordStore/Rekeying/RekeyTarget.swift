// What everything in a store is to be under, and which keys nothing in it is to need any more. It is the same for a
// store of folders and for one in rows: both keep of their keys what `store.json` says.

internal import VoiceTypes

/// The key that a store is re-encrypted with.
package struct RekeyTarget: Sendable, Equatable {
  /// What it is called.
  package let key: String

  /// The names of those before it, the oldest first.
  package let former: [String]

  /// How what is under it begins.
  let head: SealedHead

  /// The same as bytes.
  package var headBytes: [UInt8] { head.bytes }

  /// The key that the store has, or would get with the first of those that were given.
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
    head = SealedHead(key: known?.current.id)
  }
}

extension StoreError {
  /// Why a store in plain is not re-encrypted.
  package static let nothingToRekey = StoreError.unusable(
    "the store is not encrypted; there is nothing to re-encrypt")
}
