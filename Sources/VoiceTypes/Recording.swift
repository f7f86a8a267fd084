// What is known of a recording before anything is measured, and why one may be refused.

/// How the samples of a file are stored; the raw values are those of the results document.
public enum SampleEncoding: String, CaseIterable, Sendable {
  case pcm8 = "pcm_8"
  case pcm16 = "pcm_16"
  case pcm24 = "pcm_24"
  case pcm32 = "pcm_32"
  case float32 = "float_32"
  case float64 = "float_64"

  /// Whether samples are floating-point numbers, which need not be finite.
  public var isFloat: Bool { self == .float32 || self == .float64 }

  /// Bytes that one sample of one channel takes.
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

/// The facts of one input, as far as they could be read; a refused input may have none but a name.
public struct RecordingFacts: Sendable, Equatable {
  /// The file's name without its folders, or `-` for standard input.
  public var name: String

  /// SHA-256 of every byte of the input, 64 lower-case hexadecimal digits.
  public var sha256: String?

  /// Frames divided by the sample rate.
  public var duration: Seconds?

  /// Samples per second and channel.
  public var sampleRate: Hertz?

  /// Channels in the file, of which one is measured.
  public var channels: Int?

  /// How the samples are stored.
  public var encoding: SampleEncoding?

  /// How it was made; nil where nobody tells.
  public var capture: CaptureFacts?

  /// Facts of an input of which nothing but the name is known yet.
  public init(name: String) { self.name = name }
}

/// Why an input was refused; the raw values are part of the contract and never reused.
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
  /// Of two recordings that are measured together, the sound of this one is gone.
  case soundNotKept = "sound_not_kept"
  /// The stretch that was asked for is not within the recording.
  case stretchOutside = "stretch_outside"
  /// The row of a manifest that names the recording cannot be used.
  case tableRow = "table_row"
}

/// An input that is not measured: what is wrong with it, and what to do about it.
public struct Refusal: Error, Sendable, Equatable {
  /// The reason, from a closed list.
  public let code: RefusalCode

  /// One sentence that names what was found.
  public let message: String

  /// One sentence that says what to do.
  public let advice: String

  /// What both are made of; nil where the code says all of it, or an earlier version wrote it.
  public var sentence: Sentence?

  /// States a refusal.
  public init(_ code: RefusalCode, message: String, advice: String) {
    self.code = code
    self.message = message
    self.advice = advice
  }
}
