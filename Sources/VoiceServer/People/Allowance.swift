// How often something may be asked for from one address: as often as a ward with one connection needs, and not
// as often as a program could.

internal import Synchronization

/// Counts what is asked for, by address.
final class Allowance: Sendable {
  private struct Account {
    var left: Double
    var at: Duration
  }

  private let most: Double
  private let window: Duration
  private let accounts = Mutex<[String: Account]>([:])

  /// Addresses of which something is remembered; beyond that those go whose account is full again [E].
  private static let mostAccounts = 10_000

  /// At most `most` in `window`, and as many again as time passes.
  init(_ most: Int, in window: Duration) { (self.most, self.window) = (Double(most), window) }

  /// Whether an address may once more.
  func take(_ address: String, at now: Duration) -> Bool {
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

  /// Gives back what an address took, since it was not what is counted.
  func giveBack(_ address: String) {
    accounts.withLock { accounts in
      guard let account = accounts[address] else { return }
      accounts[address] = Account(left: min(most, account.left + 1), at: account.at)
    }
  }

  private func refilled(_ account: Account, at now: Duration) -> Double {
    min(most, account.left + most * ((now - account.at) / window))
  }
}
