// The sentences about sessions outside a baseline, and about the next recordings.

package import VoiceTypes

/// A reason why an automatic baseline excludes a session.
package enum KeepingText: String, SentenceTable {
  package static let texts = TextCatalogue.baselines

  case waits = "session_waits"
  case waitsWithAnother = "session_waits.with_another"
  case changed = "change_lasts"
  case spanTooLong = "baseline_span"
}

/// A reason for a missing value of a session that no recording gives.
package enum HistoryText: String, SentenceTable {
  package static let texts = TextCatalogue.baselines

  case noneUsable = "no_usable_recording.of_session"
  case notKept = "not_kept"
}

/// A missing part of a baseline.
package enum ProgressText: String, SentenceTable {
  package static let texts = TextCatalogue.baselines

  case nothing = "no_session"
  case vowels = "vowels_missing"
  case sessions = "sessions_missing"
  case days = "days_missing"
}
