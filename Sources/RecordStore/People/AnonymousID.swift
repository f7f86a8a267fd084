// Who uses a program without saying who they are has an identifier all the same, so that their recordings
// are known as one person's, and can become somebody's.

internal import VoiceTypes

/// The identifiers of people who did not say who they are.
public enum AnonymousID {
  private static let beginning = "guest-"

  /// An identifier that no other person has.
  public static func fresh() -> String { beginning + SessionID.fresh().text }

  /// Whether an identifier is one of these, as `fresh` writes them.
  public static func isOne(_ userID: String) -> Bool {
    guard userID.hasPrefix(beginning) else { return false }
    let rest = String(userID.dropFirst(beginning.count))
    return SessionID(rest)?.text == rest
  }
}
