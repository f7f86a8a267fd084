// Where a claim begins to look.
//
// Rows that were claimed leave their entries in the index of what is queued until they are vacuumed, which one
// long transaction of anybody holds up. A claim that began at the front would pass all of them every time; so
// it begins where the last one ended, and looks at the front again when nothing was left or now and then.

internal import JobRunner
internal import RecordStore
internal import VoiceTypes

/// Where the last claims ended, by priority; times are the database's, in microseconds since 1970.
struct ClaimMarks {
  /// From where a claim looks.
  enum Look {
    /// From where the last one ended.
    case onwards
    /// From somewhat before, for what became visible late.
    case back
    /// From the front of the queue.
    case whole
  }

  /// What is put in becomes visible later than it is due by as long as its transaction takes.
  private static let margin = 250_000

  /// A transaction takes longer than this seldom: 10 s [E].
  private static let distance = 10_000_000

  /// How often one looks back, and at the front, while there is always more.
  private static let pause: Duration = .seconds(30)

  /// How often while there is nothing.
  private static let pauseWhenEmpty: Duration = .seconds(5)

  private var marks = [Int](repeating: 0, count: 10)
  private var wasShort = true
  private var back = SeldomLook(atLeastEvery: .seconds(300))
  private var whole = SeldomLook(atLeastEvery: .seconds(300))

  /// How to look, which is to be done then.
  mutating func next(at now: ContinuousClock.Instant) -> Look {
    let pause = wasShort ? Self.pauseWhenEmpty : Self.pause
    if whole.isDue(at: now, every: pause) {
      whole.begin(at: now)
      back.begin(at: now)
      return .whole
    }
    guard back.isDue(at: now, every: pause) else { return .onwards }
    back.begin(at: now)
    return .back
  }

  /// Where to begin, for each priority from 0.
  func starts(_ look: Look) -> [Int] {
    switch look {
    case .onwards: marks
    case .back: marks.map { max(0, $0 - Self.distance) }
    case .whole: marks.map { _ in 0 }
    }
  }

  /// Goes on behind what was claimed.
  mutating func took(
    _ claims: [ClaimRow], of limit: Int, _ look: Look, at now: ContinuousClock.Instant
  ) {
    switch look {
    case .onwards: break
    case .back: back.end(at: now)
    case .whole: whole.end(at: now)
    }
    wasShort = claims.count < limit
    for claim in claims where !claim.isOrphan {
      // What was due before that is visible by now, if it is there.
      let settled = min(claim.runAt, claim.claimedAt - Self.margin)
      marks[claim.priority] = max(marks[claim.priority], settled)
    }
  }
}

/// A row that was claimed.
struct ClaimRow {
  let job: ClaimedJob
  let priority: Int
  /// Since when it was due, in microseconds since 1970.
  let runAt: Int
  let isOrphan: Bool
  /// When it was claimed, in microseconds since 1970.
  let claimedAt: Int

  /// The order in which they are to be done: somebody may be waiting for the first number.
  var place: (Int, Int64, Int, Int) { (-priority, job.tier.code, runAt, job.lease.job) }

  init(_ row: SQLRow) throws(SQLError) {
    guard let session = SessionID(try row.text(3)), let tier = Tier(code: try row.int(5)) else {
      throw .unreadable("a job of an unknown kind")
    }
    job = ClaimedJob(
      JobLease(job: try row.int(0), token: try row.int(1)), tenant: try row.text(2),
      session: session, sha256: try row.text(4), tier: tier, attempt: try row.int(6))
    priority = try row.int(7)
    runAt = try row.int(8)
    isOrphan = try row.bool(9)
    claimedAt = try row.int(10)
  }
}

extension Tier {
  /// How rows call it; appended to, never changed.
  private static let codes: [(Int, Tier)] = [(1, .quick), (2, .comprehensive)]

  init?(code: Int) {
    guard let found = Self.codes.first(where: { $0.0 == code }) else { return nil }
    self = found.1
  }

  var code: Int64 { Int64(Self.codes.first { $0.1 == self }?.0 ?? 0) }
}
