// RIFF/WAVE (Microsoft & IBM 1991, "Multimedia Programming Interface and Data Specifications 1.0").

public import VoiceTypes

/// Encodes samples as a WAV file in memory.
public enum WAVEncoder {
  /// Encodes a mono file of 16-bit samples.
  public static func pcm16(_ signal: Signal) -> [UInt8] {
    encode([signal.samples], sampleRate: signal.sampleRate, encoding: .pcm16)
  }

  /// Encodes channels of equal length as a file of any encoding.
  ///
  /// Integer samples are the value times 2 to the (bits − 1), rounded to nearest (ties to even) and
  /// clamped; those of 8 bits are stored with 128 added. Values that become integers must be
  /// finite.
  public static func encode(
    _ channels: [[Double]], sampleRate: Hertz, encoding: SampleEncoding
  ) -> [UInt8] {
    let frameCount = channels.first?.count ?? 0
    precondition(!channels.isEmpty, "a file needs a channel")
    precondition(channels.allSatisfy { $0.count == frameCount }, "channels differ in length")
    let format = WAVFormat(
      encoding: encoding, channelCount: channels.count, frameCount: frameCount)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(format.fileByteCount)
    format.appendHeader(to: &bytes, sampleRateHz: Int(sampleRate.value.rounded()))
    for frame in 0..<frameCount {
      for channel in channels { encoding.append(channel[frame], to: &bytes) }
    }
    // Chunks start at even offsets.
    if format.dataByteCount.isMultiple(of: 2) == false { bytes.append(0) }
    return bytes
  }
}

extension SampleEncoding {
  fileprivate func append(_ value: Double, to bytes: inout [UInt8]) {
    switch self {
    case .pcm8: bytes.append(UInt8(quantized(value) + 128))
    case .pcm16, .pcm24, .pcm32: bytes.append(quantized(value), byteCount: bytesPerSample)
    case .float32: bytes.append(Int(Float(value).bitPattern), byteCount: bytesPerSample)
    case .float64:
      bytes.append(Int(bitPattern: UInt(value.bitPattern)), byteCount: bytesPerSample)
    }
  }

  private func quantized(_ value: Double) -> Int {
    let fullScale = Double(1 << (8 * bytesPerSample - 1))
    let rounded = (value * fullScale).rounded(.toNearestOrEven)
    return Int(min(max(rounded, -fullScale), fullScale - 1))
  }
}
