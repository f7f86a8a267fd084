// Password hashes, in a form from which a password can be checked and not read.

/// Makes and checks password hashes.
package protocol PasswordHasher: Sendable {
  /// The memory of one hash, in bytes.
  var memoryBytes: Int { get }

  /// The hash of a password with salt and parameters, in ASCII; nil where memory is short.
  func hash(_ password: [UInt8]) -> String?

  /// Whether a password has this hash. A wrong password takes as long as the right one.
  func matches(_ password: [UInt8], _ kept: String) -> Bool
}
