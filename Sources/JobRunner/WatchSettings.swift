// What a watcher is asked for.

package import BaselineService
package import RecordStore
internal import VoiceTypes

/// What becomes of a source once its results are in the store.
package enum AudioPolicy: String, CaseIterable, Sendable {
  /// It stays in the inbox and is remembered.
  case keep
  /// It goes into its session.
  case archive
  /// It is removed.
  case delete
}

/// Whether a person's recordings make a baseline by themselves.
package enum BaselineRule: String, CaseIterable, Sendable {
  /// They do, once their results are stored.
  case made = "auto"
  /// Only somebody makes one; recordings are held against it.
  case byHand = "off"
}

/// When a watcher ends by itself.
package enum WatchSpan: Sendable, Equatable {
  /// Never.
  case untilStopped
  /// When nothing is left to do.
  case untilDrained
}

/// Whether subfolders belong to an inbox.
package enum InboxDepth: Sendable, Equatable {
  case flat
  case recursive
}

/// The choices behind a watcher.
package struct WatchSettings: Sendable {
  /// A recording of more bytes is refused unread: 30 s of 192 kHz in two channels of 32 bits have
  /// 46 MB [E].
  package static let mostRecordingBytes = 1 << 26

  /// What is told of a recording is not longer than this [E].
  package static let mostSidecarBytes = 1 << 20

  /// A fingerprint, with the longest name and a comment, has fewer bytes than this [E].
  package static let mostChecksumBytes = 1 << 12

  /// Claimed recordings at a time: their quick documents come first, and what is kept in memory for
  /// each is small, 60 kB for one of 30 s [E].
  package static let mostJobs = 1024

  /// Which documents a recording gets.
  package var tiers: WantedTiers = .both

  /// How long to wait for files to be complete.
  package var patience = Patience()

  /// How often to look instead of being told; nil to be told where that can be relied on.
  package var polling: Duration?

  /// How often to look although hints come [E].
  package var rescan: Duration = .seconds(60)

  /// How long the assessment waits for the file that tells whose the recording is.
  package var sidecarWait: Duration = .seconds(5)

  /// Whether subfolders are watched.
  package var depth: InboxDepth = .flat

  /// Names that are ignored besides the usual ones.
  package var ignoring: [String] = []

  /// What becomes of a source.
  package var audio: AudioPolicy = .archive

  /// What a recording of which no consent was told is taken for.
  package var consent: ConsentRule = .told

  /// Whether baselines are made and extended from what is recorded.
  package var baselines: BaselineRule = .made

  /// When the next recording of a person is due.
  package var followUp = FollowUpIntervals()

  /// When to end.
  package var span: WatchSpan = .untilStopped

  /// Recordings that are analysed at a time.
  package var jobs: Int

  /// How a fault is waited out.
  package var retries = RetryPolicy()

  /// How long recordings are kept.
  package var retention = Retention()

  /// The usual settings for a number of cores.
  package init(jobs: Int) {
    precondition(jobs > 0, "the number of jobs must be positive")
    self.jobs = jobs
  }
}
