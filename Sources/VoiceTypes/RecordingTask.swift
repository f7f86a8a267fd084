/// Recording task. The raw values are part of the contract.
public enum RecordingTask: String, CaseIterable, Sendable {
  /// Sustained vowel. Measures, limits and baselines refer to this task.
  case sustainedVowel = "sustained_vowel"
  /// Read text. Never analysed as a vowel.
  case reading
}
