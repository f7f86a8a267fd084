// The recordings that are being worked on.

internal import RecordStore
internal import Synchronization

/// Claimed recordings, by session and by what they share with their sidecars.
final class JobTable: Sendable {
  private struct State {
    var jobs: [SessionID: Job] = [:]
    var byStem: [String: [Job]] = [:]
  }

  private let state = Mutex(State())

  var count: Int { state.withLock { $0.jobs.count } }

  func has(_ session: SessionID) -> Bool { state.withLock { $0.jobs[session] != nil } }

  func add(_ job: Job) {
    state.withLock { state in
      state.jobs[job.session] = job
      state.byStem[job.stem, default: []].append(job)
    }
  }

  /// The recordings of that path without its ending, in the order in which they came.
  func jobs(forStem stem: String) -> [Job] { state.withLock { $0.byStem[stem] ?? [] } }

  /// Removes a recording; returns how many are left.
  func remove(_ job: Job) -> Int {
    state.withLock { state in
      state.jobs[job.session] = nil
      state.byStem[job.stem]?.removeAll { $0.session == job.session }
      if state.byStem[job.stem]?.isEmpty ?? false { state.byStem[job.stem] = nil }
      return state.jobs.count
    }
  }
}
