// Counters of a watcher for its status and its metrics.

internal import RecordStore
internal import Synchronization
internal import VoiceTypes

/// Counts since the start, and the latest fault.
final class StatusCounters: Sendable {
  enum Count: String, CaseIterable {
    case claimed
    case quick
    case complete
    case refused
    case duplicate
    case failed
    /// Failed recordings that stay in the work folder.
    case stranded
    case ended
    case retry
    case sidecarRefused = "sidecar_refused"
    /// Sidecars and checksums without a recording.
    case orphan
    case overflow
    /// Sessions purged by retention.
    case purged
    /// Audio files purged by retention, of sessions that stay.
    case audioPurged = "audio_purged"
  }

  /// Values at one moment.
  struct Figures {
    fileprivate(set) var counts: [Count: Int] = [:]
    fileprivate(set) var analysisSeconds: [Tier: Double] = [:]
    fileprivate(set) var recordingsPerSecond = 0.0
    fileprivate(set) var lastEventAt: String?
    fileprivate(set) var lastError: (reason: PlainReason, at: String)?
    /// Fault of the store for which recordings wait.
    fileprivate(set) var storeFault: DiskFault?
    /// Increases with every change.
    fileprivate(set) var version = 0

    fileprivate var endings = Queue<Duration>()
  }

  /// Averaging time of rates.
  private static let window: Duration = .seconds(60)

  private let state = Mutex(Figures())
  private let elapsed: @Sendable () -> Duration
  private let timestamp: @Sendable () -> String

  init(elapsed: @escaping @Sendable () -> Duration, timestamp: @escaping @Sendable () -> String) {
    self.elapsed = elapsed
    self.timestamp = timestamp
  }

  /// Adds the entries of an event.
  func apply(_ event: RunnerEvent) {
    let (count, error) = event.kind.status
    if let count { self.count(count) }
    let text = error.map { text in
      event.code.map { PlainReason(text, code: $0) } ?? PlainReason(text)
    }
    if let reason = event.reason ?? text { record(reason) }
    state.withLock { state in
      if let document = event.document {
        state.analysisSeconds[document.tier, default: 0] += document.run.totalMilliseconds / 1000
      }
      guard event.storeFault != nil || state.storeFault != nil && event.kind.usesStore else {
        return
      }
      state.storeFault = event.storeFault
      state.version += 1
    }
  }

  func count(_ count: Count) {
    let (now, time) = (elapsed(), timestamp())
    state.withLock { state in
      state.counts[count, default: 0] += 1
      state.lastEventAt = time
      state.version += 1
      if count == .ended { state.endings.append(now) }
      state.endings.dropFirst { $0 + Self.window < now }
    }
  }

  func record(_ error: PlainReason) {
    let time = timestamp()
    state.withLock { state in
      state.lastError = (error, time)
      state.version += 1
    }
  }

  /// Requests a new status without a count.
  func touch() { state.withLock { $0.version += 1 } }

  var version: Int { state.withLock { $0.version } }

  var figures: Figures {
    let now = elapsed()
    return state.withLock { state in
      state.endings.dropFirst { $0 + Self.window < now }
      let seconds = Double(min(now, Self.window).milliseconds) / 1000
      state.recordingsPerSecond = seconds > 0 ? Double(state.endings.count) / seconds : 0
      return state
    }
  }

  func total(_ count: Count) -> Int { state.withLock { $0.counts[count] ?? 0 } }
}
