internal import VoiceTypes

/// Validated position and format of the samples of a file.
struct WAVLayout: Sendable {
  let encoding: SampleEncoding
  let byteOrder: ByteOrder
  private(set) var channels: Int
  let sampleRate: Hertz
  let validBits: Int
  private(set) var blockBytes: Int
  let audioOffset: Int
  /// Complete frames in the file.
  private(set) var frames: Int
  /// Frames that the header declares; nil for unknown.
  private(set) var promisedFrames: UInt64?
  private(set) var faults: HeaderFaults

  /// Validates the format fields against each other and locates the audio.
  init(
    _ container: WAVContainer, _ chunks: WAVChunks, _ format: FormatChunk
  ) throws(IngestError) {
    guard format.channels > 0 else { throw .notAWAV(.noChannels) }
    guard format.sampleRate > 0 else { throw .notAWAV(.noSampleRate) }
    self.encoding = try format.encoding()
    guard let audio = chunks.audio else { throw chunks.fault ?? .empty(.noAudioChunk) }
    self.blockBytes = format.channels * encoding.bytesPerSample
    let isBlockRight = format.blockBytes == blockBytes
    guard isBlockRight || audio.isWhole(inBlocksOf: blockBytes) else {
      throw .notAWAV(format.blockFault)
    }
    self.byteOrder = container.fields.order
    self.channels = format.channels
    self.sampleRate = Hertz(Double(format.sampleRate))
    self.validBits = format.validBits
    self.audioOffset = audio.offset
    self.frames = audio.presentBytes / blockBytes
    let block = UInt64(blockBytes)
    self.promisedFrames = audio.promisedBytes.map { $0 / block }
    let behind = Seconds(Double(audio.furtherBytes / blockBytes) / sampleRate.value)
    self.faults = HeaderFaults(
      blockBytes: isBlockRight ? nil : format.blockBytes, chunk: chunks.misstated,
      trailingAudio: behind > IngestLimits.tolerableGap ? behind : 0)
  }

  /// The layout of the samples of two channels as those of one.
  var joined: WAVLayout {
    var mono = self
    mono.channels = 1
    mono.blockBytes = blockBytes / 2
    mono.frames = 2 * frames
    mono.promisedFrames = promisedFrames.map { 2 * $0 }
    mono.faults.isSplitMono = true
    return mono
  }

  /// The duration of the complete frames.
  var duration: Seconds { Seconds(Double(frames) / sampleRate.value) }

  /// The duration of the declared frames; nil for unknown.
  var promised: Seconds? {
    promisedFrames.map { Seconds(Double($0) / sampleRate.value) }
  }

  /// The duration of the declared audio that is not in the file.
  var missing: Seconds {
    guard let promisedFrames, promisedFrames > UInt64(frames) else { return 0 }
    return Seconds(Double(promisedFrames - UInt64(frames)) / sampleRate.value)
  }

  /// The number of declared frames that are not in the file.
  var missingFrames: Int {
    guard let promisedFrames, promisedFrames > UInt64(frames) else { return 0 }
    return Int(clamping: promisedFrames - UInt64(frames))
  }

  /// Throws if the file lacks the channel, counted from 1.
  func requireChannel(_ channel: Int) throws(IngestError) {
    guard channel <= channels else { throw .noSuchChannel(wanted: channel, found: channels) }
  }

  /// Throws for an unsupported rate, a truncated file, no samples or too many samples.
  func requireDecodable() throws(IngestError) {
    guard sampleRate <= IngestLimits.highestRate else { throw .sampleRateTooHigh(sampleRate) }
    if missing > IngestLimits.tolerableGap {
      throw .truncated(.audio(missing: missing, promised: promised ?? missing))
    }
    guard frames > 0 else { throw .empty(.noSamples) }
    guard frames <= IngestLimits.mostSamples else {
      throw .tooLarge(.samples(found: frames, limit: IngestLimits.mostSamples))
    }
  }
}

extension FormatChunk {
  fileprivate var blockFault: HeaderFault {
    .inconsistentBlock(bytes: blockBytes, channels: channels, bits: bitsPerSample)
  }
}
