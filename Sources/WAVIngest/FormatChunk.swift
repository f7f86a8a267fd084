internal import VoiceTypes

/// Unvalidated fields of a `fmt ` chunk: WAVEFORMATEX and WAVEFORMATEXTENSIBLE of Microsoft's
/// mmreg.h.
struct FormatChunk: Sendable {
  let tag: FormatTag
  let channels: Int
  let sampleRate: Int
  let blockBytes: Int
  let bitsPerSample: Int
  /// Bits that carry signal; fewer than `bitsPerSample` in a padded extensible format.
  let validBits: Int

  /// Smallest credible number of valid bits; a smaller one is a writer error [E].
  private static let fewestValidBits = 8

  /// Offset of the block size in the chunk, in bytes.
  static let blockOffset = 12

  // Sizes of WAVEFORMAT with its bits per sample, and of WAVEFORMATEXTENSIBLE.
  private static let plainBytes = 16
  private static let extensibleBytes = 40

  /// Parses the chunk at `range`.
  init(_ fields: ByteFields, at range: Range<Int>) throws(IngestError) {
    let start = range.lowerBound
    guard range.count >= Self.plainBytes, let tag = fields.uint16(at: start),
      let channels = fields.uint16(at: start + 2), let rate = fields.uint32(at: start + 4),
      let block = fields.uint16(at: start + Self.blockOffset),
      let bits = fields.uint16(at: start + 14)
    else { throw .notAWAV(.shortFormatChunk(bytes: range.count, needed: Self.plainBytes)) }
    self.channels = Int(channels)
    self.sampleRate = Int(rate)
    self.blockBytes = Int(block)
    self.bitsPerSample = Int(bits)
    guard tag == FormatTag.extensible else {
      self.tag = .registered(tag)
      self.validBits = Int(bits)
      return
    }
    guard range.count >= Self.extensibleBytes, let valid = fields.uint16(at: start + 18),
      let subformat = FormatTag(guidAt: start + 24, in: fields)
    else { throw .notAWAV(.shortFormatChunk(bytes: range.count, needed: Self.extensibleBytes)) }
    self.tag = subformat
    let isCredible = valid >= Self.fewestValidBits && valid <= bits
    self.validBits = isCredible ? Int(valid) : Int(bits)
  }

  /// The sample encoding; throws for an unsupported one.
  func encoding() throws(IngestError) -> SampleEncoding {
    switch (tag, bitsPerSample) {
    case (.pcm, 8): return .pcm8
    case (.pcm, 16): return .pcm16
    case (.pcm, 24): return .pcm24
    case (.pcm, 32): return .pcm32
    case (.float, 32): return .float32
    case (.float, 64): return .float64
    case (.pcm, _): throw .unsupportedEncoding(name: "\(bitsPerSample)-bit PCM")
    case (.float, _): throw .unsupportedEncoding(name: "\(bitsPerSample)-bit float")
    default: throw .unsupportedEncoding(name: tag.name)
    }
  }
}
