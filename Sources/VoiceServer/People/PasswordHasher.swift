package protocol PasswordHasher: Sendable {
  /// Returns the hash of a password with salt and parameters, in ASCII; nil when memory is short.
  func hash(_ password: [UInt8]) -> String?

  /// Returns whether a password has this hash. Wrong and right passwords need the same time.
  func matches(_ password: [UInt8], _ kept: String) -> Bool
}
