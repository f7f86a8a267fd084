public import VoiceTypes

extension BaselineReference {
  /// Creates a reference to a stored baseline.
  /// - Parameter sha256: SHA-256 of its file, 64 lower-case hexadecimal digits.
  public init(_ stored: StoredBaseline, sha256: String) {
    let baseline = stored.baseline
    self.init(
      baselineID: stored.run.baselineID, sha256: sha256, userID: baseline.person.userID,
      status: baseline.status, sessions: baseline.sessions.count { !$0.used.isEmpty },
      establishedAt: stored.run.establishedAt)
  }
}
