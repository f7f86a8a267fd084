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

  /// The codes of all places, in order of declaration.
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
  /// The meaning for a recording.
  var meaning: String {
    switch self {
    case .seen: "it was found"
    case .stable: "it is complete"
    case .claimed: "it was taken over and is being read or analysed"
    case .quickDone: "its quick document is there"
    case .comprehensiveDone: "its comprehensive document is there"
    case .filed: "everything is in its place"
    case .refused: "it cannot be measured, and `error` says why"
    case .duplicate: "it is the same as an earlier one, which `duplicate_of` names"
    case .failed: "something else went wrong, and `error` says what"
    }
  }
}

extension JobPhase {
  /// The meaning for a recording.
  var meaning: String {
    switch self {
    case .idle: "nothing has begun yet"
    case .quickAnalysing: "the quick analysis has begun"
    case .quickComplete: "the quick document is there"
    case .comprehensiveAnalysing: "the comprehensive analysis has begun"
    case .complete: "the recording has come to its end with results"
    case .error: "the recording has come to its end without them"
    }
  }
}

extension JobOutcome {
  /// The meaning for a recording.
  var meaning: String {
    switch self {
    case .analysed: "its results are in the store"
    case .refused: "it cannot be measured"
    case .duplicate: "it is the same as an earlier one, which `of` names"
    case .failed: "something else went wrong; a quick document that is there stays"
    case .purged: "its session was purged"
    }
  }
}

extension WatchEvent {
  var meaning: String {
    switch self {
    case .started: "a recording was taken over"
    case .quickReady: "its quick document is there; the end of one that gets no other"
    case .analysed: "its results are in the store"
    case .refused: "it cannot be measured, and `code` says why"
    case .duplicate: "it is the same as an earlier one, which `of` names"
    case .failed: "something else went wrong, and `code` says what"
    case .amended: "what came late was added to a session"
    case .purged: "a session is gone for good"
    case .profileInvalid: "a sidecar cannot be used"
    case .sidecarOrphan: "a sidecar is of no recording that can be told"
    case .checksumOrphan: "a checksum file is of no recording that can be told"
    case .comparisonHeld: "a recording was compared with what is usual for the person"
    case .comparisonRefused:
      "something usual for the person is known, and the recording could not be compared with it"
    case .baselineEstablished:
      "a baseline of the person was kept; `code` says how far it can be relied on"
    case .baselineRefused: "the person's recordings make no baseline yet, and `code` says why"
    case .alertRaised: "the person's sessions differ from the usual range as the rules ask"
    case .rerecordRequested: "the checks of a recording ask for another one"
    case .purgeAnnounced: "the time of a session is over; it is purged after the days of grace"
    case .audioPurgeAnnounced:
      "the time of a session's recording is over; it is removed after the days of grace"
    case .audioPurged: "the recording of a session is gone for good, and the session stays"
    case .eventsForgotten: "earlier lines are gone, because the sessions that they told of are"
    }
  }
}

extension FindingKind {
  var meaning: String {
    switch self {
    case .tampered: "something was changed, removed or put there by somebody else"
    case .inconsistentCopy: "logs and documents are of different moments"
    case .permissions: "others than the owner may get at a file or a folder"
    case .unfinished: "a crash left something that the next start puts in order"
    case .index: "the index is not what the folders say"
    case .newerVersion: "a file of the store was written by a later version"
    case .unknownOrigin: "nothing says where a file comes from"
    case .recomputation: "what was computed again is not what is stored"
    }
  }
}
