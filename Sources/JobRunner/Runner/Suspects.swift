// Recordings beside which an earlier run came to its end. One of them may end this run too, so they
// come after all others and one at a time: then it is known whose fault an end is.

internal import RecordStore
internal import Synchronization

/// Suspects that wait, and the one that is on trial.
struct Suspects {
  private struct Suspect {
    let job: Job
    let strikes: Int
    let since: Duration

    var due: Duration { strikes > 1 ? since + Suspects.probation : since }
  }

  /// Whoever was tried alone and met the end of the program is not tried before this one has lived
  /// so long: programs that are ended again and again by something else do not come so far [E].
  private static let probation: Duration = .seconds(2)

  /// In an inbox that is never quiet, the others wait for suspects after this time [E].
  private static let longestWait: Duration = .seconds(60)

  private var waiting: [Suspect] = []
  private(set) var onTrial: SessionID?

  var count: Int { waiting.count }

  mutating func add(_ job: Job, strikes: Int, at now: Duration) {
    waiting.append(Suspect(job: job, strikes: strikes, since: now))
    // The least suspect first: what ends the program again ends it for as few as can be.
    waiting.sort { ($0.strikes, $0.job.session) < ($1.strikes, $1.job.session) }
  }

  /// The next to be tried, now that nobody else is at work.
  mutating func next(at now: Duration) -> Job? {
    guard onTrial == nil, let first = waiting.first, first.due <= now else { return nil }
    waiting.removeFirst()
    onTrial = first.job.session
    return first.job
  }

  /// Whether others have to wait, for the end of a trial or for one to begin.
  func holdUpOthers(at now: Duration) -> Bool {
    onTrial != nil || waiting.contains { $0.since + Self.longestWait <= now && $0.due <= now }
  }

  /// When something changes by time alone.
  func nextDue(after now: Duration) -> Duration? {
    waiting.flatMap { [$0.due, $0.since + Self.longestWait] }.filter { $0 > now }.min()
  }

  /// A recording is not on trial any more; whether it was.
  mutating func release(_ session: SessionID) -> Bool {
    guard onTrial == session else { return false }
    onTrial = nil
    return true
  }
}
