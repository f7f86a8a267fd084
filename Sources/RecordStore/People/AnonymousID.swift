// Identifiers of guests. They join the recordings of one guest, who may create an account later.

internal import VoiceTypes

/// Identifiers of guests.
public enum AnonymousID {
  private static let beginning = "guest-"

  /// A new random identifier.
  public static func fresh() -> String { beginning + SessionID.fresh().text }

  /// Whether an identifier belongs to a guest.
  public static func isAnonymous(_ userID: String) -> Bool {
    guard userID.hasPrefix(beginning) else { return false }
    let rest = String(userID.dropFirst(beginning.count))
    return SessionID(rest)?.text == rest
  }
}
