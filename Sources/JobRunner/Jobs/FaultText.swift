// The sentences of recordings and files that a watch or a runner could not use.

internal import VoiceTypes

/// What went wrong with a recording, a sidecar or a checksum file.
package enum FaultText: String, SentenceTable {
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

  package var template: String {
    switch self {
    case .checksumMismatch: "the bytes are not those that the .sha256 file is of"
    case .checksumUnusable: "the .sha256 file cannot be used: it holds {found}"
    case .profileInvalid: "{problems}"
    case .noConsent: "nobody agreed to an analysis of this recording"
    case .noConsentToStorage:
      "nobody agreed to the storage of this recording; no more than the quick answer is kept"
    case .unreadable: "the file is in the inbox and cannot be read"
    case .sourceMissing: "the recording was taken out of the work folder"
    case .sourceUnreadable: "the recording could not be read from its disk"
    case .sourceStranded:
      "the recording cannot be read from its disk, and stays in the work folder of the inbox"
    case .sourceLeftBehind:
      "what is left in the work folder of the inbox cannot be removed; its results are stored"
    case .storeFault: "the session of the recording cannot be used as it is"
    case .analysisInterrupted:
      "the program came to its end {count} times while it read or analysed the recording"
    case .failed: "the recording could not be analysed"
    case .purged: "the session was purged; what was kept of it is gone for good"
    }
  }

  package var advice: String? {
    switch self {
    case .checksumMismatch:
      "copy the recording again from where it was made, with its .sha256 file"
    case .checksumUnusable:
      "make it with `sha256sum NAME.wav > NAME.wav.sha256`, and put both in the inbox again"
    case .profileInvalid: SidecarFault.advice
    case .noConsent, .noConsentToStorage:
      "ask the person, from 13 to 17 years a guardian too; then record again, with their consent "
        + "beside the recording"
    case .unreadable:
      "let the user of the watcher read it, and check the disk; it is tried again until then"
    case .sourceMissing: "put it in the inbox again"
    case .sourceUnreadable: "check the disk, then put the recording in the inbox again"
    case .sourceStranded:
      "check the disk, then start the watcher again, which tries the recording once more; or put it "
        + "in the inbox again from where it was made"
    case .sourceLeftBehind:
      "let the user of the watcher remove the file (see its permissions and attributes), and start "
        + "the watcher again"
    case .storeFault:
      "run `sagevoice records verify`, then put the recording in the inbox again"
    case .analysisInterrupted:
      "please report this with the recording, and do not deliver it again"
    case .failed: "see the log of the watcher, then put the recording in the inbox again"
    case .purged: nil
    }
  }
}
