// What comes out of reading: a recording or an error, and in either case the facts.

public import VoiceTypes

/// Faults of a header that leave the recording measurable; checks report them.
public struct HeaderFaults: Sendable, Equatable {
  /// The size of a block as it is stated, in bytes, where it is not channels times bytes per sample.
  public var blockBytes: Int?

  /// The name of a chunk that is shorter or longer than it states.
  public var chunk: String?

  /// The duration of the bytes behind the audio that may be audio, where it is more than 0.1 s; else zero.
  public var audioBehind: Seconds = 0
}

/// A recording that can be measured.
public struct IngestedRecording: Sendable {
  /// The channel that was chosen, in full-scale units; finite, and at least one sample.
  public let signal: Signal

  /// Which channel that is, counted from 1.
  public let channel: Int

  /// Channels in the file.
  public let channels: Int

  /// How the samples are stored.
  public let encoding: SampleEncoding

  /// Bits of a sample that carry signal; fewer than stored in a padded extensible file.
  public let bitsPerSample: Int

  /// How long the header says the recording is; nil when its writer did not know (a stream).
  public let promised: Seconds?

  /// How much of the promised audio is not there; zero when complete.
  public let missing: Seconds

  /// What became of that.
  public let truncationPolicy: TruncationPolicy

  /// Faults of its header.
  public let headerFaults: HeaderFaults

  /// A channel beside a faint one that holds what this one lacks; nil where there is none.
  public let louder: LouderChannel?

  /// Joins a signal to what is known of where it came from.
  package init(
    signal: Signal, channel: Int = 1, channels: Int = 1, encoding: SampleEncoding = .pcm16,
    bitsPerSample: Int = 16, louder: LouderChannel? = nil
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

  init(signal: Signal, layout: WAVLayout, choices: DecodeOptions, louder: LouderChannel?) {
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

/// The result of reading one input, with the facts as far as they could be read.
public struct IngestOutcome: Sendable {
  /// What is known of the input; a refused one may have nothing but a name.
  public let facts: RecordingFacts

  /// The recording, or why there is none.
  public let result: Result<IngestedRecording, IngestError>
}
