import CommandSupport
import JobRunner
import Onboarding
import RecordStore
import VoiceTypes

/// The codes of sessions, events, updates and verifications, as `codes` lists them.
enum StoreCodes {
  static let places: [ErrorDomain] = [
    .baselineFault, .fault, .sessionState, .phase, .outcome, .event, .finding, .updateEnd,
  ]

  static var all: [CodeEntry] { places.flatMap(codes) }

  private static func codes(of place: ErrorDomain) -> [CodeEntry] {
    switch place {
    case .baselineFault: place.entries([], [JourneyText.self])
    case .fault: place.entries([], [FaultText.self, OrphanText.self])
    case .updateEnd: place.entries([], [UpdateEndText.self])
    case .sessionState: place.words(SessionState.self) { $0.meaning }
    case .phase: place.words(JobPhase.self) { $0.meaning }
    case .outcome: place.words(JobOutcome.self) { $0.meaning }
    case .event: place.words(WatchEvent.self) { $0.meaning }
    case .finding:
      FindingKind.allCases.map { kind in
        var entry = CodeEntry(kind.rawValue, place)
        (entry.meaning, entry.advice) = (kind.meaning, Finding.advice(kind))
        return entry
      }
    default: []
    }
  }
}

extension SessionState {
  var meaning: String {
    switch self {
    case .seen: "the recording is found"
    case .stable: "the file is complete"
    case .claimed: "the recording is being read or analysed"
    case .quickDone: "the quick document is stored"
    case .comprehensiveDone: "the comprehensive document is stored"
    case .filed: "the session is complete"
    case .refused: "the recording is refused; `error` contains the reason"
    case .duplicate: "the recording is a duplicate of the session in `duplicate_of`"
    case .failed: "another error occurred; `error` contains it"
    }
  }
}

extension JobPhase {
  var meaning: String {
    switch self {
    case .idle: "no analysis yet"
    case .quickAnalysing: "the quick analysis is running"
    case .quickComplete: "the quick document is stored"
    case .comprehensiveAnalysing: "the comprehensive analysis is running"
    case .complete: "the recording is finished with results"
    case .error: "the recording is finished without results"
    }
  }
}

extension JobOutcome {
  var meaning: String {
    switch self {
    case .analysed: "the results are stored"
    case .refused: "the recording is refused"
    case .duplicate: "the recording is a duplicate of the session in `of`"
    case .failed: "another error occurred; a stored quick document remains"
    case .purged: "the session is deleted"
    }
  }
}

extension WatchEvent {
  var meaning: String {
    switch self {
    case .started: "the analysis of a recording started"
    case .quickReady:
      "the quick document is stored; the last event without a comprehensive analysis"
    case .analysed: "the results are stored"
    case .refused: "the recording is refused; `code` contains the reason"
    case .duplicate: "the recording is a duplicate of the session in `of`"
    case .failed: "another error occurred; `code` contains it"
    case .amended: "late data were added to a session"
    case .purged: "a session is deleted"
    case .profileInvalid: "a sidecar is invalid"
    case .sidecarOrphan: "a sidecar matches no recording"
    case .checksumOrphan: "a checksum file matches no recording"
    case .comparisonHeld: "a recording was compared with the baseline"
    case .comparisonRefused: "a recording could not be compared with the baseline"
    case .baselineEstablished: "a baseline was stored; `code` contains its status"
    case .baselineRefused: "the recordings give no baseline yet; `code` contains the reason"
    case .alertRaised: "sessions differ from the personal range by the alert rules"
    case .rerecordRequested: "the recording checks request a new recording"
    case .purgeAnnounced: "a session is past its retention; it is deleted after the grace period"
    case .audioPurgeAnnounced:
      "the audio of a session is past its retention; it is deleted after the grace period"
    case .audioPurged: "the audio of a session is deleted; the session remains"
    case .eventsForgotten: "lines of deleted sessions were removed"
    }
  }
}

extension FindingKind {
  var meaning: String {
    switch self {
    case .tampered: "data were changed, removed or added outside the program"
    case .inconsistentCopy:
      "histories and documents are from different times. Only versions up to 0.24 report this"
    case .permissions: "other users have access to a file or folder"
    case .unfinished: "a file of an interrupted change"
    case .index: "a file in the folders differs from the database. The database counts"
    case .newerVersion: "a later version wrote data of the store"
    case .unknownOrigin: "the origin of a file is unknown. Only versions up to 0.24 report this"
    case .recomputation: "recomputed values differ from the stored values"
    }
  }
}
