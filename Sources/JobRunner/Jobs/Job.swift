// One recording on its way through the runner.

internal import RecordStore
internal import Synchronization
internal import VoicePipeline
internal import VoiceTypes

/// A claimed recording. One worker at a time has it; the watcher tells it of its sidecar.
final class Job: Sendable {
  struct Memory {
    var machine: JobState
    /// Until when the assessment waits for a sidecar; nil if it waits for none.
    var sidecarDeadline: Duration?
    /// Its session, once that was opened.
    var stored: (any OpenSession)?
    /// The comprehensive document, while it waits for the person it is about.
    var document: ResultsDocument?
    /// What its quick analysis found first, until the comprehensive one.
    var look: CachedFirstPass?
    /// The recording as it lay there when its results were stored and it was filed with them.
    var filedAs: FileStamp?
    /// What is shown at the next phase.
    var shown: ResultsDocument?
    var fault: StateFault?
    var duplicateOf: SessionID?
    var identity: RecordingIdentity?
    /// Whether programs beside the watcher were told how it ends.
    var isEndingTold = false
    /// How often that could not be written.
    var eventFaults = 0
    /// What earlier runs left beside it.
    var marks = CrashMarks()
    var company = CrashMarks.Company.others
    /// Whether somebody was told of keys that mean nothing.
    var isWarnedOf = false
    /// What the caller knows it by, as far as that was told.
    var reference: String?
  }

  /// The session that it is or becomes.
  let session: SessionID

  /// The file's name as it was found.
  let name: String

  /// Its path from the inbox; only the name for one that an earlier run claimed.
  let path: String

  /// Where it lies, with what belongs to it.
  let folder: String

  /// Its path without its ending, which its sidecar shares.
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

  /// The recording.
  var source: String { folder + "/" + name }

  /// What is told of it.
  var sidecar: String { InboxNames.sidecar(of: source) }

  /// Its fingerprint, if somebody gave one.
  var checksum: String { InboxNames.checksum(of: source) }

  /// Whether somebody waits for a first number of it.
  var lane: JobLane {
    memory.withLock { memory in
      if case .analyse(.quick) = memory.machine.pending.first { .first } else { .rest }
    }
  }
}

extension Job.Memory {
  /// What a program that waits is told at a phase; what is shown is shown once.
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
