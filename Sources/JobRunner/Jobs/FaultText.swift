package import VoiceTypes

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
