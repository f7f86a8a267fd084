// How far a board of this program has looked at queue and leases.

/// Where claims and sweeps go on.
struct Progress {
  /// A look for leases that ran out.
  struct Sweep {
    /// The oldest end of a lease that it looks at, in microseconds since 1970.
    let from: Int
    let isWhole: Bool
  }

  var marks = ClaimMarks()

  /// A job is somebody else's a second after its lease ended.
  private var sweep = SeldomLook(atLeastEvery: .seconds(1))
  private var wholeSweep = SeldomLook(atLeastEvery: .seconds(300))

  /// The oldest end of a lease that the next sweep has to look at, by the clock of the database.
  private var sweptUntil = 0

  /// From the beginning now and then: a row may have been locked by somebody else.
  private static let wholePause: Duration = .seconds(30)

  /// In microseconds: longer than a claim or a heartbeat takes to be seen by others.
  private static let margin = 10_000_000

  /// The sweep to be done now; nil for none.
  mutating func sweepIfDue(at now: ContinuousClock.Instant, every pause: Duration) -> Sweep? {
    guard sweep.isDue(at: now, every: pause) else { return nil }
    sweep.begin(at: now)
    guard wholeSweep.isDue(at: now, every: Self.wholePause) else {
      return Sweep(from: sweptUntil, isWhole: false)
    }
    wholeSweep.begin(at: now)
    return Sweep(from: 0, isWhole: true)
  }

  /// Goes on where a sweep ended.
  /// - Parameter until: When it looked, by the clock of the database.
  mutating func swept(_ done: Sweep, until: Int, at now: ContinuousClock.Instant) {
    // The whole one has a pause of its own; it would keep the others waiting.
    if done.isWhole { wholeSweep.end(at: now) } else { sweep.end(at: now) }
    sweptUntil = max(0, until - Self.margin)
  }
}
