// Suspects: recordings that were in analysis when an earlier run crashed. They run after all others
// and one at a time, so that the next crash has one cause.

internal import RecordStore
internal import Synchronization

/// Waiting suspects, and the one on trial.
struct Suspects {
  private struct Suspect {
    let job: Job
    let strikes: Int
    let since: Duration
    var due: Duration { strikes > 1 ? since + Suspects.probation : since }
  }

  /// The age of this run before a suspect that crashed alone is tried: a program that something
  /// else ends again and again does not get so old [E].
  private static let probation: Duration = .seconds(2)

  /// The wait after which the others pause for suspects, in an inbox that is never empty [E].
  private static let longestWait: Duration = .seconds(60)

  private var waiting: [Suspect] = []
  private(set) var onTrial: SessionID?
  var count: Int { waiting.count }

  mutating func add(_ job: Job, strikes: Int, at now: Duration) {
    waiting.append(Suspect(job: job, strikes: strikes, since: now))
    // The least suspect first, so that a crash affects few others.
    waiting.sort { ($0.strikes, $0.job.session) < ($1.strikes, $1.job.session) }
  }

  /// The next suspect, while nothing else is in progress.
  mutating func next(at now: Duration) -> Job? {
    guard onTrial == nil, let first = waiting.first, first.due <= now else { return nil }
    waiting.removeFirst()
    onTrial = first.job.session
    return first.job
  }

  /// Whether others have to wait for a trial.
  func holdUpOthers(at now: Duration) -> Bool {
    onTrial != nil || waiting.contains { $0.since + Self.longestWait <= now && $0.due <= now }
  }

  /// The next change by time alone.
  func nextDue(after now: Duration) -> Duration? {
    waiting.flatMap { [$0.due, $0.since + Self.longestWait] }.filter { $0 > now }.min()
  }

  /// Ends the trial of a recording; false if it is not on trial.
  mutating func release(_ session: SessionID) -> Bool {
    guard onTrial == session else { return false }
    onTrial = nil
    return true
  }
}
