// The sentences of recordings and files that a watch or a runner could not use.

package import VoiceTypes

/// What went wrong with a recording, a sidecar or a checksum file.
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
  case analysisInterrupted = "analysis_interrupted"
  case failed
  case purged
}
