package import BaselineService
package import RecordStore
package import VoiceTypes

/// The disposal of a source once its results are stored.
package enum AudioPolicy: String, CaseIterable, Sendable {
  /// It stays in the inbox, with a ledger entry.
  case keep
  /// It becomes part of its session.
  case archive
  /// It is removed.
  case delete
}

/// Whether recordings update baselines.
package enum BaselineRule: String, CaseIterable, Sendable {
  case made = "auto"
  /// Baselines are made by hand; recordings are compared with them.
  case byHand = "off"
}

/// When a watcher ends.
package enum WatchSpan: Sendable, Equatable {
  case untilStopped
  case untilDrained
}

package enum InboxDepth: Sendable, Equatable {
  case flat
  case recursive
}

package struct WatchSettings: Sendable {
  /// A larger recording is refused unread: 30 s of 192 kHz in two channels of 32 bits have 46 MB
  /// [E].
  package static let mostRecordingBytes = 1 << 26

  /// The size limit of a sidecar [E].
  package static let mostSidecarBytes = 1 << 20

  /// The size limit of a checksum file [E].
  package static let mostChecksumBytes = 1 << 12

  /// Claimed recordings at a time. Each needs little memory, 60 kB for one of 30 s [E].
  package static let mostJobs = 1024

  /// Bytes of recordings in memory between their steps; the others are read again [E].
  package var retainedBytes = 16 << 20

  package var tiers: WantedTiers = .both

  /// The timeouts of incomplete files.
  package var timeouts = StabilityTimeouts()

  /// The interval of scans instead of change notifications; nil for those.
  package var polling: Duration?

  /// The interval of scans in addition to change notifications [E].
  package var rescan: Duration = .seconds(60)

  /// How long the assessment waits for a sidecar.
  package var sidecarWait: Duration = .seconds(5)

  package var depth: InboxDepth = .flat

  /// Names to ignore in addition to the usual ones.
  package var ignoring: [String] = []

  package var audio: AudioPolicy = .archive
  package var consent: ConsentRule = .optional
  package var baselines: BaselineRule = .made

  /// When the next recording of a person is due.
  package var followUp = FollowUpIntervals()

  /// Entries of the report head for recordings with a sidecar without them.
  package var reportHeader: ReportHeader?

  package var span: WatchSpan = .untilStopped

  /// Analyses at a time.
  package var jobs: Int

  /// The waits after a fault.
  package var retries = RetryPolicy()

  package var retention = Retention()

  package init(jobs: Int) {
    precondition(jobs > 0, "the number of jobs must be positive")
    self.jobs = jobs
  }
}

extension Duration {
  var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }
}
