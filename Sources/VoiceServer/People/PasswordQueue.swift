// Password hashing needs memory and time by design, so few hashes run at a time. Other requests wait
// in one queue per client address, served round-robin: many guesses from one address delay other
// clients by at most one hash. Addresses with a successful sign-in come first, then addresses without
// a failure: a guessing address has priority until its first answer. Each priority has a share of the starts.

internal import Synchronization

/// A fair scheduler of password hashes.
final class PasswordQueue: Sendable {
  /// The origin of a password.
  struct Client: Sendable {
    /// The network address of the client.
    let peer: String

    let priority: Priority
  }

  /// The priority of an address by its earlier sign-ins.
  enum Priority {
    /// A successful sign-in in the last 30 days, and no failure in the last hour.
    case known
    /// No failure in the last hour.
    case high
    case normal
  }

  /// Concurrent hashes: 76 MiB, or 256 MiB with the parameters of versions before 0.28 [E].
  private static let mostHashes = 4

  /// The maximum of running and waiting requests per address: a ward sharing one address signs in
  /// within a second [E].
  private static let mostOfPeer = 8

  /// Requests of one address with its priority, running and waiting; the others have the normal one [E].
  private static let mostOfPeerWithPriority = 2

  /// Waiting requests of each priority: two of each of 64 new addresses. With the share of normal
  /// priority, the last one waits for about 170 hashes: 1.5 s on two cores [E].
  static let mostWaiting = 128

  /// The order of the priorities at successive starts. Each priority comes first in one of four, so no address waits
  /// without end [E].
  private static let orders: [[Priority]] = [
    [.normal, .known, .high], [.known, .high, .normal], [.high, .known, .normal],
    [.known, .high, .normal],
  ]

  private enum Admission {
    case runs, tooManyAtOnce, busy
  }

  /// The requests of one priority.
  private struct Line {
    private var waiting: [String: [CheckedContinuation<Admission, Never>]] = [:]
    /// Addresses with waiting requests, the next one first.
    private var order: [String] = []

    var count: Int { waiting.values.reduce(0) { $0 + $1.count } }

    mutating func append(_ continuation: CheckedContinuation<Admission, Never>, of peer: String) {
      if waiting[peer] == nil { order.append(peer) }
      waiting[peer, default: []].append(continuation)
    }

    /// Removes the first request of the next address.
    mutating func next() -> CheckedContinuation<Admission, Never>? {
      guard !order.isEmpty else { return nil }
      let peer = order.removeFirst()
      let next = waiting[peer]?.removeFirst()
      if waiting[peer]?.isEmpty == true {
        waiting[peer] = nil
      } else {
        order.append(peer)
      }
      return next
    }
  }

  private struct State {
    var running = 0
    /// Starts of waiting requests.
    var starts = 0
    var lines: [Priority: Line] = [:]
    var ofPeer: [String: Int] = [:]

    subscript(priority: Priority) -> Line {
      get { lines[priority, default: Line()] }
      set { lines[priority] = newValue }
    }
  }

  private let hasher: any PasswordHasher
  private let mostRunning: Int
  private let state = Mutex(State())

  /// The hash for unknown accounts, so that response times do not reveal which accounts exist.
  private let decoy = Mutex<String?>(nil)

  /// Creates a scheduler for a number of cores.
  init(_ hasher: any PasswordHasher, cores: Int) {
    self.hasher = hasher
    mostRunning = max(1, min(cores, Self.mostHashes))
  }

  /// Returns the hash of a password; nil when memory is short.
  func hash(_ password: [UInt8], for client: Client) async throws(APIFault) -> String? {
    try await enter(client)
    defer { leave(client) }
    return hasher.hash(password)
  }

  /// Returns whether a password has this hash. Without a hash the result is false after the same
  /// time.
  func matches(
    _ password: [UInt8], _ kept: String?, for client: Client
  ) async throws(APIFault) -> Bool {
    try await enter(client)
    defer { leave(client) }
    guard let text = kept ?? decoyHash() else { return false }
    let isSame = hasher.matches(password, text)
    return kept != nil && isSame
  }

  private func decoyHash() -> String? {
    if let known = decoy.withLock({ $0 }) { return known }
    let made = hasher.hash(Array("no account has this password".utf8))
    decoy.withLock { $0 = made }
    return made
  }

  // MARK: - The queue

  /// Waits for the turn of a request.
  private func enter(_ client: Client) async throws(APIFault) {
    let admission = await withCheckedContinuation {
      (continuation: CheckedContinuation<Admission, Never>) in
      let decided = state.withLock { admit(client, continuation, &$0) }
      if let decided { continuation.resume(returning: decided) }
    }
    switch admission {
    case .runs: return
    case .tooManyAtOnce: throw APIFault(.tooManyAtOnce)
    case .busy: throw APIFault(.busy)
    }
  }

  /// Admits a request; nil for a request that waits.
  private func admit(
    _ client: Client, _ continuation: CheckedContinuation<Admission, Never>, _ state: inout State
  ) -> Admission? {
    let ofPeer = state.ofPeer[client.peer, default: 0]
    let priority = ofPeer < Self.mostOfPeerWithPriority ? client.priority : .normal
    guard ofPeer < Self.mostOfPeer else { return .tooManyAtOnce }
    let mayRun = state.running < mostRunning
    if !mayRun, state[priority].count >= Self.mostWaiting { return .busy }
    state.ofPeer[client.peer, default: 0] += 1
    if mayRun {
      state.running += 1
      return .runs
    }
    state[priority].append(continuation, of: client.peer)
    return nil
  }

  /// Ends a request and starts the next one.
  private func leave(_ client: Client) {
    let next = state.withLock { state -> CheckedContinuation<Admission, Never>? in
      let ofPeer = state.ofPeer[client.peer, default: 1] - 1
      state.ofPeer[client.peer] = ofPeer > 0 ? ofPeer : nil
      state.starts += 1
      for priority in Self.orders[state.starts % Self.orders.count] {
        if let continuation = state[priority].next() { return continuation }
      }
      state.running -= 1
      return nil
    }
    next?.resume(returning: .runs)
  }
}
