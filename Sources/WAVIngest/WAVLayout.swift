// Everything that is needed to decode a file, checked: after this the header is done with.

internal import VoiceTypes

/// Where the samples of a file lie and how they are stored.
struct WAVLayout: Sendable {
  let encoding: SampleEncoding
  let byteOrder: ByteOrder
  let channels: Int
  let sampleRate: Hertz
  let validBits: Int
  let blockBytes: Int
  let audioOffset: Int
  /// Complete frames that are in the file.
  let frames: Int
  /// Frames that the header promises; nil for a recording of unknown length.
  let promisedFrames: UInt64?
  let faults: HeaderFaults

  /// Believes a format chunk once its numbers agree, and finds the audio that belongs to it.
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
      audioBehind: behind > IngestLimits.tolerableGap ? behind : 0)
  }

  /// How long the complete frames last.
  var duration: Seconds { Seconds(Double(frames) / sampleRate.value) }

  /// How long the promised frames last; nil for a recording of unknown length.
  var promised: Seconds? {
    promisedFrames.map { Seconds(Double($0) / sampleRate.value) }
  }

  /// How much of the promised audio is not in the file.
  var missing: Seconds {
    guard let promisedFrames, promisedFrames > UInt64(frames) else { return 0 }
    return Seconds(Double(promisedFrames - UInt64(frames)) / sampleRate.value)
  }

  /// How many frames at the end are promised and not in the file.
  var missingFrames: Int {
    guard let promisedFrames, promisedFrames > UInt64(frames) else { return 0 }
    return Int(clamping: promisedFrames - UInt64(frames))
  }

  /// Refuses a channel, counted from 1, that the file has not.
  func requireChannel(_ channel: Int) throws(IngestError) {
    guard channel <= channels else { throw .noSuchChannel(wanted: channel, found: channels) }
  }

  /// Refuses what must not be decoded: too fast, cut off, empty or enormous.
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
