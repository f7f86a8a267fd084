// A new key for a store: `store.json` gets a key ring that only the new key opens. From then on all
// programs write under the new key; what was encrypted before is re-encrypted by `Rekeying`.

internal import VoiceTypes

extension RecordStore {
  /// What `store.json` says now, whoever wrote it.
  func currentFile() throws(StoreError) -> StoreFile {
    let bytes = try disk.run { files throws(FileSystemError) in try files.read(layout.storeFile) }
    return try StoreFile(parsing: bytes, file: layout.storeFile)
  }

  /// Makes the first of the keys that were given the key of the store, unless the store has or had it: a
  /// key that was given up is not taken again, so that two programs whose key files have another order
  /// do not change it for ever.
  func takeFirstKey() throws(StoreError) {
    guard let sealing, try Keyring.changing(currentFile(), to: sealing.keys) != nil else { return }
    let name = sealing.keys.first.id
    try appending { writing throws(StoreError) in
      guard let changed = try Keyring.changing(currentFile(), to: sealing.keys) else { return }
      var change = Transaction(.store, entry("key_changed"))
      change.entry.field = "key"
      change.entry.old = sealing.currentKey.map(auditValue)
      change.entry.new = auditValue(name)
      change.put(write(changed.json.fileBytes, as: StoreFile.name))
      try bringAbout(change, &writing)
    }
    try sealing.follow()
    notice(
      "new data are encrypted with the key \(name); `sagevoice records rekey` "
        + "re-encrypts the existing data")
  }
}
