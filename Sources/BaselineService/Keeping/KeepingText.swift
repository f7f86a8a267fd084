// The sentences of sessions that do not become part of a baseline, and of what a person can do
// next.

internal import VoiceTypes

/// Why a session is not part of a baseline that is kept by itself.
package enum KeepingText: String, SentenceTable {
  case waits = "session_waits"
  case waitsWithAnother = "session_waits.with_another"
  case changed = "change_lasts"
  case spanTooLong = "baseline_span"

  package var template: String {
    switch self {
    case .waits:
      "session {sessions} lies outside the usual range ({measures}); one session alone does not tell "
        + "a day from a change"
    case .waitsWithAnother:
      "session {sessions} comes after one that lies outside the usual range, and waits with it"
    case .changed:
      "sessions {sessions}, a day or more apart, lie outside the usual range in the same direction "
        + "({measures}); from there on nothing becomes part of the baseline"
    case .spanTooLong:
      "with this session the baseline would span {found} days; at most {allowed} are allowed"
    }
  }

  package var advice: String? {
    switch self {
    case .waits, .waitsWithAnother: "record three held vowels again, a day or more later"
    case .changed:
      "if this is how the voice is from now on, have a new baseline made of the sessions since"
    case .spanTooLong: "have a new baseline made of sessions within {allowed} days"
    }
  }
}

/// Why a session has no value of a measure, where no recording of it says why.
package enum HistoryText: String, SentenceTable {
  case noneUsable = "no_usable_recording.of_session"
  case notKept = "not_kept"

  package var template: String {
    switch self {
    case .noneUsable: "no recording of the session can be used"
    case .notKept: "the recordings are no longer at hand, and the baseline kept no value"
    }
  }
}

/// What a baseline still needs.
package enum ProgressText: String, SentenceTable {
  case nothing = "no_session"
  case vowels = "vowels_missing"
  case sessions = "sessions_missing"
  case days = "days_missing"

  package var template: String {
    switch self {
    case .nothing: "there is no usable recording yet"
    case .vowels: "the newest session has {found} of {needed} usable vowels"
    case .sessions: "{found} of {needed} complete sessions are there"
    case .days: "the complete sessions lie on {found} of {needed} days"
    }
  }

  package var advice: String? {
    switch self {
    case .nothing: "record three held vowels of 2 to 10 s, in a quiet room"
    case .vowels: "record the held vowel again in the same sitting"
    case .sessions:
      "record three held vowels of 2 to 10 s in each session, all sessions within {allowed} days"
    case .days: "record the next session on another day"
    }
  }
}
