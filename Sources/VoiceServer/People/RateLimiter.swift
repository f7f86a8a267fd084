internal import Synchronization

/// A rate limiter (token bucket) per key, such as a network address.
final class RateLimiter: Sendable {
  private struct Account {
    var left: Double
    var at: Duration
  }

  private let most: Double
  private let window: Duration
  private let accounts = Mutex<[String: Account]>([:])

  /// The maximum number of buckets; above it full buckets are evicted [E].
  private static let mostAccounts = 10_000

  /// Creates a limiter of `most` requests per `window`, with continuous refill.
  init(_ most: Int, in window: Duration) { (self.most, self.window) = (Double(most), window) }

  /// Consumes one token of a key; false when the bucket is empty.
  func consume(_ address: String, at now: Duration) -> Bool {
    accounts.withLock { accounts in
      if accounts.count >= Self.mostAccounts {
        accounts = accounts.filter { refilled($0.value, at: now) < most }
      }
      let left = accounts[address].map { refilled($0, at: now) } ?? most
      guard left >= 1 else { return false }
      accounts[address] = Account(left: left - 1, at: now)
      return true
    }
  }

  /// Refunds one token to an address, for a request that the limit does not count.
  func refund(_ address: String) {
    accounts.withLock { accounts in
      guard let account = accounts[address] else { return }
      accounts[address] = Account(left: min(most, account.left + 1), at: account.at)
    }
  }

  private func refilled(_ account: Account, at now: Duration) -> Double {
    min(most, account.left + most * ((now - account.at) / window))
  }
}

/// The addresses with an event in a time window.
final class RecentAddresses: Sendable {
  private let window: Duration
  private let times = Mutex<[String: Duration]>([:])

  /// The maximum number of addresses; above it the older half is evicted [E].
  private static let mostAddresses = 10_000

  init(within window: Duration) { self.window = window }

  func record(_ address: String, at now: Duration) {
    times.withLock { times in
      times[address] = now
      guard times.count > Self.mostAddresses else { return }
      let median = times.values.sorted()[times.count / 2]
      times = times.filter { $0.value >= median }
    }
  }

  /// Whether an address had an event in the window.
  func contains(_ address: String, at now: Duration) -> Bool {
    times.withLock { $0[address].map { now - $0 < window } ?? false }
  }
}
