internal import VoiceTypes

/// Contiguous encoded samples of one channel.
///
/// Channels are never mixed: two microphones at different distances cancel at some frequencies
/// (comb filter), which would change every measure.
struct MonoPayload: Sendable {
  let bytes: [UInt8]
  let range: Range<Int>
  let frames: Int

  /// Extracts a channel, counted from 1, of the audio that `layout` describes in `bytes`.
  init(_ bytes: [UInt8], _ layout: WAVLayout, channel: Int) {
    self.frames = layout.frames
    let end = layout.audioOffset + layout.frames * layout.blockBytes
    guard layout.channels > 1 else {
      self.bytes = bytes
      self.range = layout.audioOffset..<end
      return
    }
    let sampleBytes = layout.encoding.bytesPerSample
    var gathered: [UInt8] = []
    gathered.reserveCapacity(layout.frames * sampleBytes)
    let first = layout.audioOffset + (channel - 1) * sampleBytes
    for block in stride(from: first, to: end, by: layout.blockBytes) {
      gathered.append(contentsOf: bytes[block..<block + sampleBytes])
    }
    self.bytes = gathered
    self.range = 0..<gathered.count
  }
}
