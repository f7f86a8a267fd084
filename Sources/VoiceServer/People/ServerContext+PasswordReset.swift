// Staff issue a reset link. It is valid once and for one day, and a newer link replaces it.

internal import RecordStore
internal import VoicePipeline
internal import VoiceTypes

extension ServerContext {
  /// Issues a reset link for a person with an account and revokes earlier ones.
  func issueReset(
    for user: UserHash, from peer: String
  ) async throws -> (token: String, until: StoreTime) {
    let (person, resets, now) = (try identifier(of: user), credentials.resets, now)
    return try await credentialTurns.during(person) {
      guard let own = try account(of: person) else { throw APIFault(.noAccount) }
      try log(.resetIssued, account: own.name, of: user, from: peer)
      try resets.end(of: person)
      let token = try resets.begin(person, at: now)
      return (token, StoreTime(milliseconds: now.milliseconds + resets.kind.seconds * 1000))
    }
  }

  /// Sets the password of the account of a link. Ends the link and all sign-ins of the account.
  func resetPassword(
    by token: String, to new: Password, from peer: String
  ) async throws -> APIResponse {
    guard attempts.addresses.consume(peer, at: environment.elapsed()) else {
      logRefusal(.signInThrottled, from: peer)
      throw APIFault(.tooManySignIns)
    }
    guard let person = try resetHolder(token), let own = try account(of: person) else {
      logRefusal(.resetRefused, from: peer)
      throw APIFault(.resetEnded)
    }
    let hash = try await hashed(new, of: own.name, from: peer)
    return try await credentialTurns.during(person) {
      // Of two concurrent requests with one link, the second fails here.
      guard try resetHolder(token) == person, let own = try account(of: person) else {
        throw APIFault(.resetEnded)
      }
      try log(.resetUsed, account: own.name, from: peer)
      let changed = own.account.with(password: hash)
      try credentials.resets.end(of: person)
      try credentials.accounts.change(changed, as: own.name)
      try signIns.tokens.end(of: person)
      attempts.addresses.refund(peer)
      return APIResponse(empty: 204)
    }
  }

  private func resetHolder(_ token: String) throws -> String? {
    try credentials.resets.holder(token, at: now)
  }

  // MARK: - Expiry

  /// Deletes expired sign-ins and links, and ends their event streams.
  package func removeExpired() {
    do {
      try credentials.removeExpired(at: now)
    } catch {
      note("expired sign-ins were not deleted, next attempt in 1 h: \(fault(error).code)")
    }
  }

  /// Deletes expired sign-ins and links every hour until the task is cancelled.
  func removeExpiredHourly() async {
    while !state.isStopping {
      guard (try? await Task.sleep(for: .seconds(3600))) != nil else { return }
      removeExpired()
    }
  }
}
