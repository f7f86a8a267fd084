// A fault of the database, as those know it who ask a store.

internal import RecordStore

extension PostgresError {
  /// The same as a fault of a store. What passes is waited for; what the server said of it stays here, as
  /// it may name what a log must not.
  var storeError: StoreError {
    switch self {
    case .away: .away(PlainReason("the database cannot be reached; check that it runs"))
    case .refused(let state, _) where state.passes:
      .away(
        PlainReason("the database refused the statement for now", code: state.code.lowercased()))
    case .refused, .unreadable: .unusable(description)
    }
  }
}
