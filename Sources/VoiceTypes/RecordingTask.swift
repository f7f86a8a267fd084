/// Recording task. The raw values are part of the contract.
public enum RecordingTask: String, CaseIterable, Sendable {
  /// Sustained vowel. Limits of vowels and every baseline refer to this task.
  case sustainedVowel = "sustained_vowel"
  /// Vowel held for as long as possible in one breath.
  case maximumPhonation = "maximum_phonation"
  /// Text read aloud.
  case reading
  /// Spontaneous speech of one person.
  case conversation
  /// Unvoiced /s/ held for as long as possible in one breath.
  case sustainedS = "sustained_s"
  /// Voiced /z/ held for as long as possible in one breath.
  case sustainedZ = "sustained_z"

  /// Tasks of a measure of vowels.
  static let ofVowels: Set<RecordingTask> = [.sustainedVowel, .maximumPhonation]

  /// Tasks of a measure that is valid for any voice.
  static let ofVoices = ofVowels.union([.reading, .conversation])

  /// Tasks with the maximum duration of one breath.
  package static let ofOneBreath: Set<RecordingTask> = [
    .maximumPhonation, .sustainedS, .sustainedZ,
  ]

  /// Tasks of the onboarding, in order.
  public static let onboarding: [RecordingTask] = [.sustainedVowel, .reading]

  /// Whether the recording is measured as a vowel.
  public var isVowel: Bool { Self.ofVowels.contains(self) }

  /// Whether the recording is connected speech.
  public var isSpeech: Bool { self == .reading || self == .conversation }

  /// Checks of vowel steadiness. They do not apply to speech, which has pauses and movement.
  private static let ofHeldVowels: Set<CheckID?> = [
    .duration, .silenceShare, .heldVowel, .levelRange, .dropouts, .noiseGate, .gap, .lossyCoding,
    .severalSounds,
  ]

  /// Checks of the file and of its samples, valid for any sound.
  private static let ofSamples: Set<CheckID?> = [
    .sampleRate, .channels, .completeness, .level, .peak, .clipping, .bitDepth, .dcOffset,
    .processing, .droppedFrames, .captureRate,
  ]

  /// Whether a recording check applies to this task.
  public func requires(_ check: CheckID?) -> Bool {
    switch self {
    case .sustainedVowel: true
    case .maximumPhonation: check != .duration && check != .silenceShare
    case .reading, .conversation: !Self.ofHeldVowels.contains(check)
    case .sustainedS, .sustainedZ: Self.ofSamples.contains(check)
    }
  }
}
