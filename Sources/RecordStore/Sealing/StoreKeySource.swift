// Where the keys of an encrypted store come from.

/// Who gives the keys.
package enum StoreKeySource: Sendable, Equatable {
  /// Nobody: the store is not encrypted.
  case none
  /// A file, or a link to one, as secrets are mounted into containers.
  case file(String)
  /// A descriptor that whoever started the program left open.
  case descriptor(Int32)
  /// A file that systemd put into the folder of a service's credentials.
  case credential(String)

  /// Reads the keys; a descriptor gives them once.
  package func keys() throws(StoreError) -> StoreKeys? {
    switch self {
    case .none: nil
    case .file(let path): try StoreKeys(fileAt: path)
    case .descriptor(let number): try StoreKeys(descriptor: number)
    case .credential(let path): try StoreKeys(credentialAt: path)
    }
  }
}
