// What a pool of workers is given.

internal import RecordStore

/// Something for a worker to do.
enum WorkItem: Sendable {
  case job(Job)
  /// A recording that an earlier run claimed.
  case resume(SessionID)
  case late(LateSidecar)
  case retention

  /// The session of an errand; nil of a job, which is in the table, and of what is of none.
  var session: SessionID? {
    switch self {
    case .resume(let session): session
    case .late(let late): late.session
    case .job, .retention: nil
    }
  }
}
