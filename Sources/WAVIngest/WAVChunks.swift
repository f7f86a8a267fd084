// Finds the format and the audio of a file by walking its chunks.
//
// The length in the file's own header is not used: writers that were interrupted leave it wrong,
// and nothing is lost without it.

/// Where the format and the audio of a file lie.
struct WAVChunks: Sendable {
  /// The payload of the first `fmt ` chunk.
  let format: Range<Int>

  /// The first `data` chunk; later ones are not measured. Nil when there is none.
  let audio: AudioExtent?

  /// A chunk that ends after the file does, met before any audio.
  let cutShort: Chunk?

  /// Walks the chunks of `container` until format and audio are found.
  init(_ container: WAVContainer) throws(IngestError) {
    var walk = ChunkWalk(container)
    while try walk.step() {}
    guard let format = walk.format else {
      if let chunk = walk.cutShort, walk.audio == nil { throw .truncated(.cut(chunk)) }
      throw .notAWAV(.noFormatChunk)
    }
    self.format = format
    self.audio = walk.audio
    self.cutShort = walk.cutShort
  }
}

/// The bytes of the audio: where they begin, how many there are, how many were promised.
struct AudioExtent: Sendable {
  let offset: Int
  let presentBytes: Int
  /// Nil for a recording whose writer did not know the length in advance.
  let promisedBytes: UInt64?
}

extension TruncationFault {
  /// A file that ends inside `chunk`.
  static func cut(_ chunk: Chunk) -> TruncationFault {
    .chunk(
      id: chunk.id, promisedBytes: chunk.promisedBytes, presentBytes: chunk.remainingBytes)
  }
}

/// The state of a walk; every step goes forward by at least a chunk header, so it ends.
private struct ChunkWalk {
  private let container: WAVContainer
  private var offset: Int
  private var wideAudioBytes: UInt64?
  private(set) var format: Range<Int>?
  private(set) var audio: AudioExtent?
  private(set) var cutShort: Chunk?

  init(_ container: WAVContainer) {
    self.container = container
    self.offset = container.firstChunk
  }

  /// Takes in the next chunk; false when there is nothing more to find.
  mutating func step() throws(IngestError) -> Bool {
    if format != nil, audio != nil { return false }
    guard let chunk = try container.chunk(at: offset) else { return false }
    switch chunk.id {
    case "data" where audio == nil: return try takeAudio(chunk)
    case "fmt " where format == nil && chunk.isWhole:
      format = chunk.payload..<chunk.payload + chunk.presentBytes
    case "ds64" where container.kind == .rf64:
      wideAudioBytes = container.lengthTable(chunk)
    default: break
    }
    guard chunk.isWhole else {
      cutShort = audio == nil ? chunk : nil
      return false
    }
    offset = container.offset(after: chunk)
    return true
  }

  /// Notes the audio; goes on behind it only if it has a known end that is in the file.
  private mutating func takeAudio(_ chunk: Chunk) throws(IngestError) -> Bool {
    let promised = try promisedBytes(of: chunk)
    let length = PromisedLength(promised, chunk, in: container)
    guard case .known(let bytes) = length, bytes <= UInt64(chunk.remainingBytes) else {
      let known = length == .untilEnd ? nil : promised
      audio = AudioExtent(
        offset: chunk.payload, presentBytes: chunk.remainingBytes, promisedBytes: known)
      return false
    }
    audio = AudioExtent(offset: chunk.payload, presentBytes: Int(bytes), promisedBytes: bytes)
    offset = container.offset(after: chunk.resized(to: bytes))
    return true
  }

  /// In RF64 a 32-bit length of all ones refers to the `ds64` chunk.
  private func promisedBytes(of chunk: Chunk) throws(IngestError) -> UInt64 {
    guard container.kind == .rf64, chunk.promisedBytes == UInt64(UInt32.max) else {
      return chunk.promisedBytes
    }
    guard let wideAudioBytes else { throw .notAWAV(.noLengthTable) }
    return wideAudioBytes
  }
}

extension WAVContainer {
  /// The audio length in a `ds64` chunk; nil when the chunk is too short to have one.
  fileprivate func lengthTable(_ chunk: Chunk) -> UInt64? {
    let (lengthOffset, lengthBytes) = (8, 8)
    guard chunk.presentBytes >= lengthOffset + lengthBytes else { return nil }
    return fields.uint64(at: chunk.payload + lengthOffset)
  }
}

extension Chunk {
  /// The same chunk with the length that a `ds64` chunk states for it.
  fileprivate func resized(to bytes: UInt64) -> Chunk {
    Chunk(id: id, payload: payload, promisedBytes: bytes, remainingBytes: remainingBytes)
  }
}
