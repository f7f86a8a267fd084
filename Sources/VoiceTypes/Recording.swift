/// Sample encoding of a file. The raw values are those of the results document.
public enum SampleEncoding: String, CaseIterable, Sendable {
  case pcm8 = "pcm_8"
  case pcm16 = "pcm_16"
  case pcm24 = "pcm_24"
  case pcm32 = "pcm_32"
  case float32 = "float_32"
  case float64 = "float_64"

  /// Whether samples are floating-point numbers, which may be non-finite.
  public var isFloat: Bool { self == .float32 || self == .float64 }

  /// The encoding in words, such as `16-bit PCM`.
  package var words: String { "\(8 * bytesPerSample)-bit \(isFloat ? "float" : "PCM")" }

  /// Bytes per sample and channel.
  package var bytesPerSample: Int {
    switch self {
    case .pcm8: 1
    case .pcm16: 2
    case .pcm24: 3
    case .pcm32, .float32: 4
    case .float64: 8
    }
  }
}

/// Properties of one input, as far as read. A refused input may have a name only.
public struct RecordingFacts: Sendable, Equatable {
  /// File name without folders, or `-` for standard input.
  public var name: String

  /// SHA-256 of all input bytes, as 64 lower-case hexadecimal digits.
  public var sha256: String?

  /// Number of frames divided by the sample rate.
  public var duration: Seconds?

  /// Samples per second and channel.
  public var sampleRate: Hertz?

  /// Channels of the file. The analysis uses one.
  public var channels: Int?

  /// Sample encoding.
  public var encoding: SampleEncoding?

  /// Capture settings reported by the browser; nil if not reported.
  public var capture: CaptureFacts?

  /// Creates the facts of an input that has not been read.
  public init(name: String) { self.name = name }
}

/// Reason for refusing an input. The raw values are part of the contract and never reused.
public enum RefusalCode: String, CaseIterable, Sendable {
  case notFound = "not_found"
  case notReadable = "not_readable"
  case isADirectory = "is_a_directory"
  case notAWAV = "not_a_wav"
  case truncated = "truncated"
  case empty = "empty"
  case unsupportedEncoding = "unsupported_encoding"
  case nonFiniteSamples = "non_finite_samples"
  case sampleRateTooLow = "sample_rate_too_low"
  case sampleRateTooHigh = "sample_rate_too_high"
  case tooShort = "too_short"
  case tooLong = "too_long"
  case tooLarge = "too_large"
  case silent = "silent"
  case sampleRatesDiffer = "sample_rates_differ"
  case noSuchChannel = "no_such_channel"
  /// The audio of one recording of a combined analysis is no longer stored.
  case soundNotKept = "sound_not_kept"
  /// The requested segment is outside the recording.
  case stretchOutside = "stretch_outside"
  /// The manifest row of the recording is invalid.
  case tableRow = "table_row"
}

/// Refused input with the finding and the advice.
public struct Refusal: Error, Sendable, Equatable {
  /// Reason code.
  public let code: RefusalCode

  /// Sentence that states the finding.
  public let message: String

  /// Sentence that states the advice.
  public let advice: String

  /// Template and parameters of both; nil if the code determines them or an earlier version wrote
  /// them.
  public var sentence: Sentence?

  /// Creates a refusal.
  public init(_ code: RefusalCode, message: String, advice: String) {
    self.code = code
    self.message = message
    self.advice = advice
  }
}
