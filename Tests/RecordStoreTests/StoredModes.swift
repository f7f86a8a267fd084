// The modes of a store that was checked out: git keeps one bit of them.

import Foundation
import RecordStore

/// Modes as the store sets them.
enum StoredModes {
  /// Gives a folder, and all that is in it, to its owner alone.
  static func set(in folder: String) throws {
    let files = POSIXFileSystem()
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
    for name in try files.list(folder) {
      let path = "\(folder)/\(name)"
      if try files.facts(of: path)?.kind == .folder {
        try set(in: path)
      } else {
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      }
    }
  }
}
