// Where the key of an encrypted store comes from.

/// Who gives the key.
package enum StoreKeySource: Sendable, Equatable {
  /// Nobody: the store is not encrypted.
  case none
  /// A file, or a link to one, as secrets are mounted into containers.
  case file(String)
  /// A descriptor that whoever started the program left open.
  case descriptor(Int32)
  /// A file that systemd put into the folder of a service's credentials.
  case credential(String)

  /// Reads the key; a descriptor gives it once.
  package func key() throws(StoreError) -> StoreKey? {
    switch self {
    case .none: nil
    case .file(let path): try StoreKey(fileAt: path)
    case .descriptor(let number): try StoreKey(descriptor: number)
    case .credential(let path): try StoreKey(credentialAt: path)
    }
  }
}
