// The sentences of sessions that do not become part of a baseline, and of what a person can do
// next.

package import VoiceTypes

/// Why a session is not part of a baseline that is kept by itself.
package enum KeepingText: String, SentenceTable {
  package static let texts = TextCatalogue.baselines

  case waits = "session_waits"
  case waitsWithAnother = "session_waits.with_another"
  case changed = "change_lasts"
  case spanTooLong = "baseline_span"
}

/// Why a session has no value of a measure, where no recording of it says why.
package enum HistoryText: String, SentenceTable {
  package static let texts = TextCatalogue.baselines

  case noneUsable = "no_usable_recording.of_session"
  case notKept = "not_kept"
}

/// What a baseline still needs.
package enum ProgressText: String, SentenceTable {
  package static let texts = TextCatalogue.baselines

  case nothing = "no_session"
  case vowels = "vowels_missing"
  case sessions = "sessions_missing"
  case days = "days_missing"
}
