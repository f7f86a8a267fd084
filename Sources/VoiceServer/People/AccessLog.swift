// Authentication in the server's log and in the audit log of the store on this machine, where accounts and tokens are
// kept: never an address, a name or a token, only keyed pseudonyms of account and network. The limits of attempts
// bound the lines; what they do not bound is bounded here.

internal import Logging
internal import RecordStore
internal import VoicePipeline
internal import VoiceTypes

/// What happened; the raw values stand in both logs.
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

  /// Whether anybody can cause it without credentials.
  var isAnonymous: Bool {
    switch self {
    case .signInFailed, .signInThrottled, .resetRefused, .staffTokenRefused: true
    default: false
    }
  }
}

/// The most lines of events that no limit of attempts bounds.
struct AccessLogLimits: Sendable {
  /// One says it: the network sends more than is looked at.
  private let throttled = Allowance(1, in: .seconds(600))
  private let tokens = Allowance(10, in: .seconds(600))

  /// Sign-ins of one account with the right password [E].
  private let signIns = Allowance(60, in: .seconds(600))

  /// Anonymous events of all networks together: two a second [E].
  private let anonymous = Allowance(1200, in: .seconds(600))

  /// Whether an event gets a line.
  func take(_ event: AccessEvent, account: String, network: String, at now: Duration) -> Bool {
    let isWithin =
      switch event {
      case .signInThrottled: throttled.take(network, at: now)
      case .staffTokenRefused: tokens.take(network, at: now)
      case .signedIn: signIns.take(account, at: now)
      default: true
      }
    return isWithin && (!event.isAnonymous || anonymous.take("all", at: now))
  }
}

extension Desk {
  /// Digits of a pseudonym in logs: enough to tell thousands apart.
  private static let pseudonymDigits = 12

  /// Says in both logs what happened; an error keeps the answer from leaving.
  func log(
    _ event: AccessEvent, account: AccountName?, of user: UserHash? = nil, from peer: String
  ) throws(APIFault) {
    let network = pseudonym(home.store.userHash(of: "network:" + peer).text)
    let account = account.map { pseudonym($0.text) }
    let elapsed = environment.elapsed()
    guard
      accessLogLimits.take(event, account: account ?? "none", network: network, at: elapsed)
    else { return }
    var metadata: Logger.Metadata = ["network": "\(network)"]
    if let account { metadata["account"] = "\(account)" }
    logger.notice("\(event.rawValue)", metadata: metadata)
    let subject = [
      user.map { "people/\($0.text)" }, account.map { "accounts/\($0)" }, "networks/\(network)",
    ].compactMap { $0 }
    try audit(.access(event.rawValue, of: subject.joined(separator: " ")))
  }

  /// The same for a refusal, whose answer does not wait for the audit log.
  func logRefusal(_ event: AccessEvent, account: AccountName? = nil, from peer: String) {
    do throws(APIFault) {
      try log(event, account: account, from: peer)
    } catch {
      note("a refusal is missing in the audit log: \(error.code)")
    }
  }

  private func audit(_ line: Disclosure) throws(APIFault) {
    // Staff see the store at home, and act under their own names.
    if AuditActor.acting != nil { return try disclose(line) }
    let store = (guests?.place ?? home).store
    try stored { () throws(StoreError) in
      guard let server = AuditActor("sagevoice-server") else { return }
      try AuditActor.acting(as: server) { () throws(StoreError) in try store.disclose(line) }
    }
  }

  private func pseudonym(_ hash: String) -> String { String(hash.prefix(Self.pseudonymDigits)) }
}
