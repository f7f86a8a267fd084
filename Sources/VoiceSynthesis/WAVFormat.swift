import VoiceTypes

/// Header fields and sizes of a WAV file.
struct WAVFormat {
  // Format tags of the specification.
  private static let integerTag = 1
  private static let floatTag = 3
  // Sizes in bytes. Non-integer formats have an extension size (0) and a fact chunk with the frame
  // count.
  private static let riffPrefix = 12
  private static let chunkPrefix = 8
  private static let integerFormatChunk = 16
  private static let floatFormatChunk = 18
  private static let factChunk = 4

  let encoding: SampleEncoding
  let channelCount: Int
  let frameCount: Int

  var dataByteCount: Int { frameCount * bytesPerFrame }
  var fileByteCount: Int { headerByteCount + dataByteCount + dataByteCount % 2 }

  func appendHeader(to bytes: inout [UInt8], sampleRateHz: Int) {
    precondition(fileByteCount <= UInt32.max, "a WAV file holds at most 4 GiB")
    bytes.append("RIFF", thenSize: fileByteCount - Self.chunkPrefix)
    bytes.append(contentsOf: "WAVE".utf8)
    bytes.append("fmt ", thenSize: formatChunk)
    bytes.append(encoding.isFloat ? Self.floatTag : Self.integerTag, byteCount: 2)
    bytes.append(channelCount, byteCount: 2)
    bytes.append(sampleRateHz, byteCount: 4)
    bytes.append(sampleRateHz * bytesPerFrame, byteCount: 4)
    bytes.append(bytesPerFrame, byteCount: 2)
    bytes.append(8 * encoding.bytesPerSample, byteCount: 2)
    if encoding.isFloat {
      bytes.append(0, byteCount: 2)
      bytes.append("fact", thenSize: Self.factChunk)
      bytes.append(frameCount, byteCount: 4)
    }
    bytes.append("data", thenSize: dataByteCount)
  }

  private var bytesPerFrame: Int { channelCount * encoding.bytesPerSample }

  private var formatChunk: Int {
    encoding.isFloat ? Self.floatFormatChunk : Self.integerFormatChunk
  }

  private var headerByteCount: Int {
    let fact = encoding.isFloat ? Self.chunkPrefix + Self.factChunk : 0
    return Self.riffPrefix + Self.chunkPrefix + formatChunk + fact + Self.chunkPrefix
  }
}

extension [UInt8] {
  /// Appends the lowest bytes of a number in little-endian order.
  mutating func append(_ number: Int, byteCount: Int) {
    for byte in 0..<byteCount { append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
  }

  fileprivate mutating func append(_ chunk: String, thenSize size: Int) {
    append(contentsOf: chunk.utf8)
    append(size, byteCount: 4)
  }
}
