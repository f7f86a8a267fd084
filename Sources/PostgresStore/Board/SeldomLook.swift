// What is looked at now and then only, because looking passes rows that are dead and were not vacuumed: as many as
// one long transaction of anybody has kept. The more it costs, the more seldom it is done.

/// When to look again.
package struct SeldomLook {
  /// Of its time a worker looks for no more than this part [E].
  private static let part = 100

  private var began: ContinuousClock.Instant?
  private var took: Duration = .zero

  /// The longest pause: what is found late is found then.
  private let longest: Duration

  package init(atLeastEvery longest: Duration) { self.longest = longest }

  /// Whether it is time to look.
  /// - Parameter pause: The shortest; nothing for as often as it can be asked.
  package func isDue(at now: ContinuousClock.Instant, every pause: Duration) -> Bool {
    guard let began, pause > .zero else { return true }
    return began.duration(to: now) >= max(pause, min(longest, took * Self.part))
  }

  /// Notes that somebody looks, so that others do not at the same time.
  package mutating func begin(at now: ContinuousClock.Instant) { began = now }

  /// Notes how long it took.
  package mutating func end(at now: ContinuousClock.Instant) {
    took = began.map { $0.duration(to: now) } ?? .zero
  }
}
