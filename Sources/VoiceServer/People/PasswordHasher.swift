// Passwords, as they are kept: never themselves, only what takes long to make of them.

/// Makes and checks what is kept of passwords.
package protocol PasswordHasher: Sendable {
  /// What is kept of a password, with all that checking it needs, in ASCII; nil where memory is short.
  func hash(_ password: [UInt8]) -> String?

  /// Whether a password is the one of which this is kept. It takes as long whether it is or not.
  func matches(_ password: [UInt8], _ kept: String) -> Bool
}

/// One password at a time: each takes much memory for a moment, on purpose, and a server that is asked for many
/// at once must not run out of it. Whoever waits here is slowed down, which is wanted too.
actor PasswordDesk {
  private let hasher: any PasswordHasher

  /// What is checked where there is no account, so that who asks cannot tell by the time that it takes.
  private var nobodys: String?

  init(_ hasher: any PasswordHasher) { self.hasher = hasher }

  /// What is kept of a password.
  func hash(_ password: [UInt8]) -> String? { hasher.hash(password) }

  /// Whether a password is the one of which this is kept; with nothing kept it is not, after as long a time.
  func matches(_ password: [UInt8], _ kept: String?) -> Bool {
    if nobodys == nil { nobodys = hasher.hash(Array("nobody has this password".utf8)) }
    guard let text = kept ?? nobodys else { return false }
    let isSame = hasher.matches(password, text)
    return kept != nil && isSame
  }
}
