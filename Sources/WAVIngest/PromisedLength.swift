// Writers to a pipe cannot come back to fill in the length of the audio; what they leave in its
// place means "until the end".

/// What the length field of a `data` chunk says.
enum PromisedLength: Equatable {
  case known(UInt64)
  case untilEnd

  /// Placeholders of 32-bit containers, besides 0.
  private static let narrowPlaceholders: [UInt64] = [
    0xFFFF_FFFF,  // ffmpeg, and most others
    0x7FFF_F000,  // SoX, wav.c
    0x7FFF_FF00, 0x8000_0000,  // ALSA's arecord, aplay.c
  ]

  /// Whether a length is 0 less the header before it, or a part of that from a chunk's own header on: what
  /// the arithmetic of a writer makes of a file whose length it takes for 0, such as 0xFFFFFFD4 for
  /// the usual 44 bytes.
  private static func isBelowZero(_ bytes: UInt64, _ chunk: Chunk) -> Bool {
    let zero = UInt64(UInt32.max) + 1
    return bytes + UInt64(chunk.payload) >= zero && bytes + leastHeader <= zero
  }

  /// The name and the length of a chunk.
  private static let leastHeader: UInt64 = 8

  /// Placeholders of 64-bit lengths, besides 0: all ones, and ffmpeg's (wavenc.c), in W64 less
  /// the 24 bytes of the chunk header.
  private static let widePlaceholders: [UInt64] = [
    UInt64.max, UInt64.max - UInt64(W64Name.chunkHeaderBytes),
    UInt64(Int64.max), UInt64(Int64.max) - UInt64(W64Name.chunkHeaderBytes),
  ]

  /// Reads a promise of `bytes` made by `chunk`.
  init(_ bytes: UInt64, _ chunk: Chunk, in container: WAVContainer) {
    let isPlaceholder =
      switch container.kind {
      case .riff, .rifx:
        (Self.narrowPlaceholders.contains(bytes) || Self.isBelowZero(bytes, chunk))
          && bytes > chunk.remainingBytes
      case .rf64, .w64: Self.widePlaceholders.contains(bytes)
      }
    let isUnfilled = bytes == 0 && !container.hasOnlyChunks(from: chunk.payload)
    self = isPlaceholder || isUnfilled ? .untilEnd : .known(bytes)
  }
}

extension WAVContainer {
  /// Whether the file ends at `start` or goes on with well-formed chunks exactly to its end.
  ///
  /// It tells an empty `data` chunk from one whose length was never filled in: audio does not
  /// look like a chain of chunks.
  fileprivate func hasOnlyChunks(from start: Int) -> Bool {
    var next = start
    while next < fields.bytes.count {
      guard let chunk = try? chunk(at: next), chunk.isWhole, !chunk.id.contains("?") else {
        return false
      }
      next = offset(after: chunk)
    }
    return true
  }
}
