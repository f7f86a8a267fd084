/// Length field of a `data` chunk. Writers to a pipe cannot seek back to fill it in; their
/// streaming length means "until the end".
enum DeclaredLength: Equatable {
  case known(UInt64)
  case untilEnd

  /// The smallest streaming length of 32-bit containers in bytes, GStreamer's (gstwavenc.c). Larger
  /// ones: SoX (0x7FFFF000), ALSA (0x7FFFFF00, 0x80000000), LAME and opusdec (0x7FFFFFFF), ffmpeg
  /// (0xFFFFFFFF), and 0 less the header (0xFFFFFFD4).
  private static let leastStreaming: UInt64 = 0x7FFF_0000

  /// Streaming lengths of 64 bits other than 0: all ones, and ffmpeg's (wavenc.c), in W64 less
  /// the 24 bytes of the chunk header.
  private static let wideStreaming: [UInt64] = [
    UInt64.max, UInt64.max - UInt64(W64Name.chunkHeaderBytes),
    UInt64(Int64.max), UInt64(Int64.max) - UInt64(W64Name.chunkHeaderBytes),
  ]

  /// Interprets a length of `bytes` declared by `chunk`, whose sample blocks have `blockBytes`.
  init(_ bytes: UInt64, _ chunk: Chunk, blockBytes: UInt64, in container: WAVContainer) {
    let isStreaming =
      switch container.kind {
      case .riff, .rifx:
        // Writers round down to whole blocks, as SoX does to 0x7FFFEFFF with 24 bits.
        bytes >= Self.leastStreaming / blockBytes * blockBytes && bytes > chunk.remainingBytes
      case .rf64, .w64: Self.wideStreaming.contains(bytes)
      }
    let isUnfilled = bytes == 0 && !container.hasOnlyChunks(from: chunk.payload)
    self = isStreaming || isUnfilled ? .untilEnd : .known(bytes)
  }
}

extension WAVContainer {
  /// Whether the file ends at `start` or continues with well-formed chunks exactly to its end.
  ///
  /// This distinguishes an empty `data` chunk from an unfilled length: audio does not parse as a
  /// chain of chunks.
  fileprivate func hasOnlyChunks(from start: Int) -> Bool {
    chain(from: start).end >= fields.bytes.count
  }

  /// Counts the bytes after a whole `audio` chunk that may be audio: further `data` chunks, and
  /// bytes outside any chunk. Trailing zeros are padding.
  func bytesOfAudio(behind audio: Chunk) -> Int {
    let chain = chain(from: offset(after: audio))
    let rest = fields.bytes.dropFirst(chain.end)
    return chain.audioBytes + (rest.lastIndex { $0 != 0 }.map { $0 - rest.startIndex + 1 } ?? 0)
  }

  /// The end of the longest chain of well-formed chunks from `start` on, and the bytes of its
  /// `data` chunks.
  private func chain(from start: Int) -> (end: Int, audioBytes: Int) {
    var (next, audioBytes) = (start, 0)
    while next < fields.bytes.count, let chunk = try? chunk(at: next), chunk.isWhole,
      !chunk.id.contains("?")
    {
      if chunk.id == "data" { audioBytes += chunk.presentBytes }
      next = offset(after: chunk)
    }
    return (next, audioBytes)
  }
}
