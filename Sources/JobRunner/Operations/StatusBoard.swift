// What the watcher is doing, for people and for monitoring.

internal import RecordStore
internal import Synchronization
internal import VoiceTypes

/// Counts, and the latest that went wrong.
final class StatusBoard: Sendable {
  /// What is counted since the start.
  enum Count: String, CaseIterable {
    case claimed
    case quick
    case complete
    case refused
    case duplicate
    case failed
    /// Of those that failed, the ones that lie in the work folder.
    case stranded
    case ended
    case retry
    case sidecarRefused = "sidecar_refused"
    /// Sidecars and checksums of recordings that nobody can tell.
    case orphan
    case overflow
    /// Sessions whose time was over.
    case purged
    /// Recordings whose time was over, of sessions that stay.
    case audioPurged = "audio_purged"
  }

  private struct State {
    var counts: [Count: Int] = [:]
    var analysisSeconds: [Tier: Double] = [:]
    var endings = Queue<Duration>()
    var lastEventAt: String?
    var lastError: (reason: PlainReason, at: String)?
    var storeTrouble: DiskFault?
    var version = 0
  }

  /// The span that rates are of.
  private static let window: Duration = .seconds(60)

  private let state = Mutex(State())
  private let elapsed: @Sendable () -> Duration
  private let timestamp: @Sendable () -> String

  init(elapsed: @escaping @Sendable () -> Duration, timestamp: @escaping @Sendable () -> String) {
    self.elapsed = elapsed
    self.timestamp = timestamp
  }

  func count(_ count: Count) {
    let now = elapsed()
    let time = timestamp()
    state.withLock { state in
      state.counts[count, default: 0] += 1
      state.lastEventAt = time
      state.version += 1
      if count == .ended { state.endings.append(now) }
      state.endings.dropFirst { $0 + Self.window < now }
    }
  }

  /// An analysis gave a document after so many seconds.
  func analysed(_ tier: Tier, seconds: Double) {
    state.withLock { $0.analysisSeconds[tier, default: 0] += seconds }
  }

  func noteError(_ reason: PlainReason) {
    let time = timestamp()
    state.withLock { state in
      state.lastError = (reason, time)
      state.version += 1
    }
  }

  /// A step of a recording in the store failed with what may pass.
  func storeFails(_ trouble: DiskFault) {
    state.withLock { state in
      state.storeTrouble = trouble
      state.version += 1
    }
  }

  /// A step in the store succeeded.
  func storeWorks() {
    state.withLock { state in
      guard state.storeTrouble != nil else { return }
      state.storeTrouble = nil
      state.version += 1
    }
  }

  /// What recordings wait for, if they wait for the store.
  var storeTrouble: DiskFault? { state.withLock { $0.storeTrouble } }

  /// Has the status written although nothing was counted.
  func touch() { state.withLock { $0.version += 1 } }

  /// Goes up with every change.
  var version: Int { state.withLock { $0.version } }

  /// What is counted, at one moment.
  struct Figures {
    let counts: [Count: Int]
    let analysisSeconds: [Tier: Double]
    let recordingsPerSecond: Double
    let lastEventAt: String?
    let lastError: (reason: PlainReason, at: String)?
  }

  var figures: Figures {
    let now = elapsed()
    return state.withLock { state in
      state.endings.dropFirst { $0 + Self.window < now }
      let seconds = Double(min(now, Self.window).milliseconds) / 1000
      return Figures(
        counts: state.counts, analysisSeconds: state.analysisSeconds,
        recordingsPerSecond: seconds > 0 ? Double(state.endings.count) / seconds : 0,
        lastEventAt: state.lastEventAt, lastError: state.lastError)
    }
  }

  func total(_ count: Count) -> Int { state.withLock { $0.counts[count] ?? 0 } }
}
