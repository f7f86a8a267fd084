internal import RecordStore
internal import Synchronization
internal import VoicePipeline
package import VoiceTypes

/// A claimed recording. One worker at a time has it; the watcher adds its sidecar.
final class Job: Sendable {
  struct Memory {
    var machine: JobState
    /// Until when the assessment waits for a sidecar; nil if it waits for none.
    var sidecarDeadline: Duration?
    /// The session, once it was opened.
    var stored: (StoredSession)?
    /// The comprehensive document, until it is committed.
    var document: ResultsDocument?
    /// The cached first pass of the quick analysis, for the comprehensive one.
    var firstPass: CachedFirstPass?
    /// The bytes of the last read, if there is memory for them.
    var sound: RetainedAudio.Entry?
    /// The state of the source at the last read.
    var readAs: FileStamp?
    /// The state of the source when its audio was committed together with the results.
    var filedAs: FileStamp?
    /// The document of the next update.
    var shown: ResultsDocument?
    var fault: StateFault?
    var duplicateOf: SessionID?
    var identity: RecordingIdentity?
    /// Whether the event of the result was written.
    var isResultPublished = false
    /// Failed writes of that event.
    var eventFaults = 0
    /// The claimed files for the store, until a change of the session stores them.
    var files: [ClaimedFile] = []
    /// The attempts that ended with a crash.
    var attempts = 0
    /// Whether unknown keys of the sidecar were logged.
    var isWarnedOf = false
    /// The caller's reference; nil if unknown.
    var reference: String?
  }

  let session: SessionID

  /// The file name of the recording.
  let name: String

  /// The path relative to the inbox.
  let path: String

  let folder: String

  /// The path without its ending, which the sidecar shares.
  let stem: String

  let memory: Mutex<Memory>

  init(_ session: SessionID, path: String, folder: String, memory: Memory) {
    self.session = session
    self.path = path
    self.folder = folder
    name = InboxLayout.name(of: path)
    stem = InboxNames.stem(of: path)
    self.memory = Mutex(memory)
  }

  var source: String { folder + "/" + name }
  var sidecar: String { InboxNames.sidecar(of: source) }
  var checksum: String { InboxNames.checksum(of: source) }

  /// Whether the next step makes the quick document.
  var awaitsQuickDocument: Bool { memory.withLock { $0.machine.pending.first == .analyse(.quick) } }
}

extension Job.Memory {
  /// The update at a phase; a document is part of one update.
  mutating func update(at phase: JobPhase, of session: SessionID) -> JobUpdate {
    var update = JobUpdate(session: session.text, phase: phase, document: shown)
    shown = nil
    update.reference = reference
    update.outcome = machine.outcome
    update.original = duplicateOf?.text
    if phase == .error {
      let isStranded = machine.stage == .settling(.stranded)
      update.fault = isStranded ? JobContext.strandedFault : fault
    }
    return update
  }
}

/// The faults of recordings, sidecars and checksum files.
package enum FaultText: String, SentenceTable {
  package static let texts = TextCatalogue.watch

  case checksumMismatch = "checksum_mismatch"
  case checksumUnusable = "checksum_unusable"
  case profileInvalid = "profile_invalid"
  case noConsent = "consent_missing"
  case noConsentToStorage = "consent_missing.storage"
  case unreadable
  case sourceMissing = "source_missing"
  case sourceUnreadable = "source_unreadable"
  case sourceStranded = "source_stranded"
  case sourceLeftBehind = "source_left_behind"
  case storeFault = "store_fault"
  case queueEntryDamaged = "queue_entry_damaged"
  case analysisInterrupted = "analysis_interrupted"
  case failed
  case purged
}
