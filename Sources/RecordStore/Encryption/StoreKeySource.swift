// The source of the keys of an encrypted store.

package enum StoreKeySource: Sendable, Equatable {
  /// No keys: the store is not encrypted.
  case none
  /// A file or a symbolic link, as for secrets in containers.
  case file(String)
  /// An open descriptor of the parent process.
  case descriptor(Int32)
  /// A systemd credential.
  case credential(String)

  /// Reads the keys. A descriptor can be read once.
  package func keys() throws(StoreError) -> StoreKeys? {
    switch self {
    case .none: nil
    case .file(let path): try StoreKeys(fileAt: path)
    case .descriptor(let number): try StoreKeys(descriptor: number)
    case .credential(let path): try StoreKeys(credentialAt: path)
    }
  }
}
