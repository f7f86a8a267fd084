// When a store in memory is away, as a server that is started again: by the number of the call.

package import RecordStore

/// Which calls of a store find nobody.
package struct MemoryStoreOutages: Sendable {
  /// Where a call is broken off.
  package enum Break: Sendable, CaseIterable {
    /// Nothing of it happens.
    case beforeTheCall
    /// It happens, and the caller does not learn of it.
    case beforeTheAnswer
  }

  /// What goes wrong, by the number of the call (from 1).
  package enum Plan: Sendable, Equatable {
    case none
    /// So many calls from one on; as many as come for nil.
    case away(from: Int, calls: Int?, Break)
  }

  var plan = Plan.none
  private(set) var calls = 0
  private(set) var wasAway = false

  /// What the caller is told.
  package static let fault = StoreError.away(
    PlainReason("the store is away; it is tried again until it is back"))

  /// Counts a call; where it is broken off, if it is.
  mutating func next() -> Break? {
    calls += 1
    guard case .away(let first, let count, let moment) = plan, calls >= first else { return nil }
    if let count, calls >= first + count { return nil }
    wasAway = true
    return moment
  }
}
