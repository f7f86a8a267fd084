// Expensive objects that several tests share.

import Synchronization

/// Values by their keys, each made at its first use.
final class Kept<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let values = Mutex<[Key: Value]>([:])

  /// The value of a key. Two who ask for it at the same time may both make it.
  func value(of key: Key, _ make: () throws -> Value) rethrows -> Value {
    if let value = values.withLock({ $0[key] }) { return value }
    let value = try make()
    values.withLock { $0[key] = value }
    return value
  }
}
