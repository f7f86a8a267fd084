// What a watcher says of itself as often as its status is written.

/// A sign of life, at least every five seconds from a watcher that does not hang.
package enum WatchBeat: Sendable, Equatable {
  /// It goes on; with why it is degraded, as the status names it, if it is.
  case watching(trouble: String?)

  /// It ends: nothing is in hand any more.
  case ending
}
