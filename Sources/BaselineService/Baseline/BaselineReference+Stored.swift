public import VoiceTypes

extension BaselineReference {
  /// Names a baseline that was read, by the sessions that it rests on.
  ///
  /// - Parameter sha256: SHA-256 of what it was read from, 64 lower-case hexadecimal digits.
  public init(_ stored: StoredBaseline, sha256: String) {
    let baseline = stored.baseline
    self.init(
      baselineID: stored.run.baselineID, sha256: sha256, userID: baseline.person.userID,
      status: baseline.status, sessions: baseline.sessions.count { !$0.used.isEmpty },
      establishedAt: stored.run.establishedAt)
  }
}
