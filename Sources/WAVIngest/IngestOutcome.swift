public import VoiceTypes

/// Header defects that leave the recording measurable; checks report them.
public struct HeaderFaults: Sendable, Equatable {
  /// The declared block size in bytes if it differs from channels times bytes per sample.
  public var blockBytes: Int?

  /// The name of a chunk whose actual size differs from its declared size.
  public var chunk: String?

  /// The duration of possible audio after the `data` chunk, if it exceeds 0.1 s; else zero.
  public var trailingAudio: Seconds = 0

  /// Whether the samples of one channel were declared as two.
  public var isSplitMono = false
}

/// Decoded recording.
public struct IngestedRecording: Sendable {
  /// The selected channel, in full-scale units; finite, at least one sample.
  public let signal: Signal

  /// Number of the selected channel, counted from 1.
  public let channel: Int

  /// Channel count of the file.
  public let channels: Int

  /// Encoding of a stored sample.
  public let encoding: SampleEncoding

  /// Significant bits per sample; fewer than stored in a padded extensible file.
  public let bitsPerSample: Int

  /// The duration that the header declares; nil for unknown (a stream).
  public let promised: Seconds?

  /// The missing part of the declared audio; zero when complete.
  public let missing: Seconds

  /// The handling of the missing part.
  public let truncationPolicy: TruncationPolicy

  /// Header defects that did not prevent decoding.
  public let headerFaults: HeaderFaults

  /// A much louder channel of the file if the selected one is faint; else nil.
  public let louder: ChannelSelection?

  /// Creates a recording that is complete.
  package init(
    signal: Signal, channel: Int = 1, channels: Int = 1, encoding: SampleEncoding = .pcm16,
    bitsPerSample: Int = 16, louder: ChannelSelection? = nil
  ) {
    self.signal = signal
    self.channel = channel
    self.channels = channels
    self.encoding = encoding
    self.bitsPerSample = bitsPerSample
    self.promised = signal.duration
    self.missing = 0
    self.truncationPolicy = .leftOut
    self.headerFaults = HeaderFaults()
    self.louder = louder
  }

  init(signal: Signal, layout: WAVLayout, choices: DecodeOptions, louder: ChannelSelection?) {
    self.signal = signal
    self.channel = choices.channel
    self.channels = layout.channels
    self.encoding = layout.encoding
    self.bitsPerSample = layout.validBits
    self.promised = layout.promised
    self.missing = layout.missing
    self.truncationPolicy = choices.truncationPolicy
    self.headerFaults = layout.faults
    self.louder = louder
  }
}

/// Result of reading one input, with the facts read before any error.
public struct IngestOutcome: Sendable {
  /// The facts of the input; a refused input may have only a name.
  public let facts: RecordingFacts

  /// The recording, or the reason for the refusal.
  public let result: Result<IngestedRecording, IngestError>
}
