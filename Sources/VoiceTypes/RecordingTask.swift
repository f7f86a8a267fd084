/// What somebody was asked to record; the raw values are part of the contract.
public enum RecordingTask: String, CaseIterable, Sendable {
  /// A vowel, held for some seconds: what measures, limits and baselines are of.
  case sustainedVowel = "sustained_vowel"
  /// A text read aloud. It is never measured as a vowel.
  case reading
}
