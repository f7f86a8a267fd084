// Authentication events go to the server log and the audit log of the local store. They contain
// keyed pseudonyms of account and network, never an address, name or token. Rate limits of sign-in
// attempts bound most events; `AccessLogLimits` bounds the others.

internal import Logging
internal import RecordStore
internal import VoicePipeline
internal import VoiceTypes

/// An authentication event; the raw values appear in both logs.
enum AccessEvent: String, Sendable {
  case accountCreated = "account_created"
  case signedIn = "signed_in"
  case signInFailed = "sign_in_failed"
  case signInThrottled = "sign_in_throttled"
  case passwordChanged = "password_changed"
  case resetIssued = "password_reset_issued"
  case resetUsed = "password_reset_used"
  case resetRefused = "password_reset_refused"
  case staffSignedIn = "staff_signed_in"
  case staffTokenRefused = "staff_token_refused"

  /// Whether a client without credentials can cause the event.
  var isAnonymous: Bool {
    switch self {
    case .signInFailed, .signInThrottled, .resetRefused, .staffTokenRefused: true
    default: false
    }
  }
}

/// The rate limits of log lines for events without another limit.
struct AccessLogLimits: Sendable {
  /// One line per network and window is enough to report throttling.
  private let throttled = RateLimiter(1, in: .seconds(600))
  private let tokens = RateLimiter(10, in: .seconds(600))

  /// Successful sign-ins of one account [E].
  private let signIns = RateLimiter(60, in: .seconds(600))

  /// Anonymous events of all networks: two per second [E].
  private let anonymous = RateLimiter(1200, in: .seconds(600))

  /// Returns whether an event is logged, and counts it.
  func consume(_ event: AccessEvent, account: String, network: String, at now: Duration) -> Bool {
    let isWithin =
      switch event {
      case .signInThrottled: throttled.consume(network, at: now)
      case .staffTokenRefused: tokens.consume(network, at: now)
      case .signedIn: signIns.consume(account, at: now)
      default: true
      }
    return isWithin && (!event.isAnonymous || anonymous.consume("all", at: now))
  }
}

extension ServerContext {
  /// The length of a pseudonym in hexadecimal digits.
  private static let pseudonymDigits = 12

  /// Logs an event in both logs.
  /// - Throws: A store error; the caller then sends no success response.
  func log(
    _ event: AccessEvent, account: AccountID?, of user: UserHash? = nil, from peer: String
  ) throws {
    let network = pseudonym(home.store.userHash(of: "network:" + peer).text)
    let account = account.map { pseudonym($0.text) }
    let elapsed = environment.elapsed()
    guard
      accessLogLimits.consume(event, account: account ?? "none", network: network, at: elapsed)
    else { return }
    var metadata: Logger.Metadata = ["network": "\(network)"]
    if let account { metadata["account"] = "\(account)" }
    logger.notice("\(event.rawValue)", metadata: metadata)
    let subject = [
      user.map { "people/\($0.text)" }, account.map { "accounts/\($0)" }, "networks/\(network)",
    ].compactMap { $0 }
    try audit(.access(event.rawValue, of: subject.joined(separator: " ")))
  }

  /// Logs a refusal. An audit log error is only logged.
  func logRefusal(_ event: AccessEvent, account: AccountID? = nil, from peer: String) {
    do {
      try log(event, account: account, from: peer)
    } catch {
      note("a refusal is missing in the audit log: \(fault(error).code)")
    }
  }

  private func audit(_ line: Disclosure) throws {
    // Staff act under their own names on the home store.
    if AuditActor.acting != nil { return try disclose(line) }
    let store = (guests?.place ?? home).store
    guard let server = AuditActor("sagevoice-server") else { return }
    try AuditActor.$acting.withValue(server) { try store.disclose(line) }
  }

  private func pseudonym(_ hash: String) -> String { String(hash.prefix(Self.pseudonymDigits)) }
}
