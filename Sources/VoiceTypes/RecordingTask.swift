/// Recording task. The raw values are part of the contract.
public enum RecordingTask: String, CaseIterable, Sendable {
  /// Sustained vowel. Every measure and every baseline refers to this task.
  case sustainedVowel = "sustained_vowel"
  /// Text read aloud.
  case reading
  /// Spontaneous speech of one person.
  case conversation

  /// Tasks of a measure of vowels.
  static let ofVowels: Set<RecordingTask> = [.sustainedVowel]

  /// Tasks of a measure that is valid for any voice.
  static let any = Set(allCases)

  /// Tasks of the onboarding, in order.
  public static let onboarding: [RecordingTask] = [.sustainedVowel, .reading]

  /// Whether the recording is connected speech, which is never measured as a vowel.
  public var isSpeech: Bool { self != .sustainedVowel }

  /// Checks of vowel steadiness. They do not apply to speech, which has pauses and movement.
  private static let ofHeldVowels: Set<CheckID?> = [
    .duration, .silenceShare, .heldVowel, .levelRange, .dropouts, .noiseGate, .gap, .lossyCoding,
    .severalSounds,
  ]

  /// Whether a recording check applies to this task.
  public func requires(_ check: CheckID?) -> Bool {
    !isSpeech || !Self.ofHeldVowels.contains(check)
  }
}
