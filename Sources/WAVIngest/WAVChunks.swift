/// Location of the format and the audio of a file, found by walking its chunks.
///
/// The RIFF length in the file header is unused, because interrupted writers leave it wrong.
struct WAVChunks: Sendable {
  /// The payload of the first `fmt ` chunk.
  let format: Range<Int>

  /// The first `data` chunk; nil if none. Later ones are not measured.
  let audio: AudioExtent?

  /// The name of a chunk whose actual size differs from its declared size, found by the next
  /// chunk's name.
  let misstated: String?

  /// The reason for a walk that ended before any audio; nil at the end of the file.
  let fault: IngestError?

  /// Walks the chunks of `container` up to format and audio.
  init(_ container: WAVContainer) throws(IngestError) {
    var walk = ChunkWalk(container)
    while try walk.step() {}
    guard let format = walk.format else {
      if let fault = walk.fault, walk.audio == nil { throw fault }
      throw .notAWAV(.noFormatChunk)
    }
    self.format = format
    self.audio = walk.audio
    self.misstated = walk.misstated
    self.fault = walk.fault
  }

  /// Whether the file ends inside a chunk before the audio.
  var isCutShort: Bool {
    if case .truncated = fault { true } else { false }
  }
}

/// Position and size of the audio bytes.
struct AudioExtent: Sendable {
  let offset: Int
  let presentBytes: Int
  /// The declared length; nil if the writer did not know it.
  let promisedBytes: UInt64?
  /// The number of later bytes that may be audio.
  var furtherBytes = 0

  /// Whether the audio has its declared length, in whole blocks of `blockBytes`.
  func isWhole(inBlocksOf blockBytes: Int) -> Bool {
    promisedBytes == UInt64(presentBytes) && presentBytes.isMultiple(of: blockBytes)
  }
}

/// State of a walk; every step advances by at least a chunk header, so it terminates.
private struct ChunkWalk {
  private let container: WAVContainer
  private var offset: Int
  private var wideAudioBytes: UInt64?
  private(set) var format: Range<Int>?
  private(set) var audio: AudioExtent?
  private(set) var misstated: String?
  private(set) var fault: IngestError?
  /// The name of the latest chunk with a printable name.
  private var named: String?

  init(_ container: WAVContainer) {
    self.container = container
    self.offset = container.firstChunk
  }

  /// Processes the next chunk; false at the end of the walk.
  mutating func step() throws(IngestError) -> Bool {
    if format != nil, audio != nil { return false }
    guard let chunk = try container.chunk(at: offset) else { return false }
    if misstated == nil, audio == nil, let named, let found = container.chunk(displaced: chunk) {
      misstated = named
      offset = found
      return true
    }
    if !chunk.id.contains("?") { named = chunk.id }
    switch chunk.id {
    case "data" where audio == nil: return try recordAudio(chunk)
    case "fmt " where format == nil && chunk.isWhole:
      format = chunk.payload..<chunk.payload + chunk.presentBytes
    case "ds64" where container.kind == .rf64:
      wideAudioBytes = container.lengthTable(chunk)
    default: break
    }
    guard chunk.isWhole else {
      fault = audio == nil ? self.fault(of: chunk) : nil
      return false
    }
    offset = container.offset(after: chunk)
    return true
  }

  /// The fault of a file that ends inside `chunk`. An unprintable name means that the previous
  /// chunk has a wrong length.
  private func fault(of chunk: Chunk) -> IngestError {
    if container.kind != .w64, chunk.id.contains("?"), let named {
      return .notAWAV(.misstatedChunkSize(id: named))
    }
    return .truncated(
      .chunk(
        id: chunk.id, promisedBytes: chunk.promisedBytes, presentBytes: chunk.remainingBytes))
  }

  /// Records the audio; the walk continues only if the audio has a known end inside the file.
  private mutating func recordAudio(_ chunk: Chunk) throws(IngestError) -> Bool {
    let promised = try promisedBytes(of: chunk)
    let length = DeclaredLength(promised, chunk, blockBytes: statedBlockBytes, in: container)
    guard case .known(let bytes) = length, bytes <= UInt64(chunk.remainingBytes) else {
      let known = length == .untilEnd ? nil : promised
      audio = AudioExtent(
        offset: chunk.payload, presentBytes: chunk.remainingBytes, promisedBytes: known)
      return false
    }
    let whole = chunk.resized(to: bytes)
    audio = AudioExtent(
      offset: chunk.payload, presentBytes: Int(bytes), promisedBytes: bytes,
      furtherBytes: container.bytesOfAudio(behind: whole))
    offset = container.offset(after: whole)
    return true
  }

  /// The block size in bytes that the format declares; 1 for none, or for a later format chunk.
  private var statedBlockBytes: UInt64 {
    let block = format.flatMap {
      container.fields.uint16(at: $0.lowerBound + FormatChunk.blockOffset)
    }
    return max(1, UInt64(block ?? 1))
  }

  /// The declared length; in RF64 a 32-bit length of all ones refers to the `ds64` chunk.
  private func promisedBytes(of chunk: Chunk) throws(IngestError) -> UInt64 {
    guard container.kind == .rf64, chunk.promisedBytes == UInt64(UInt32.max) else {
      return chunk.promisedBytes
    }
    guard let wideAudioBytes else { throw .notAWAV(.noLengthTable) }
    return wideAudioBytes
  }
}

extension WAVContainer {
  /// Search radius around the expected chunk position, in bytes: writers omit or add a field or two
  /// [E].
  private static let farthest = 8

  /// The offset of a familiar chunk near the position of `chunk`, if that has an unprintable name
  /// or exceeds the file; else nil.
  fileprivate func chunk(displaced chunk: Chunk) -> Int? {
    guard kind != .w64, chunk.id.contains("?") || !chunk.isWhole, chunk.id != "data" else {
      return nil
    }
    let place = chunk.payload - Self.chunkHeaderBytes
    return (1...Self.farthest).flatMap { [place + $0, place - $0] }.first { offset in
      guard let found = try? self.chunk(at: offset) else { return false }
      return found.id == "data" || (Self.familiar.contains(found.id) && found.isWhole)
    }
  }

  /// The audio length in a `ds64` chunk; nil for a chunk that is too short.
  fileprivate func lengthTable(_ chunk: Chunk) -> UInt64? {
    let (lengthOffset, lengthBytes) = (8, 8)
    guard chunk.presentBytes >= lengthOffset + lengthBytes else { return nil }
    return fields.uint64(at: chunk.payload + lengthOffset)
  }
}

extension Chunk {
  /// Returns the chunk with the length from a `ds64` chunk.
  fileprivate func resized(to bytes: UInt64) -> Chunk {
    Chunk(id: id, payload: payload, promisedBytes: bytes, remainingBytes: remainingBytes)
  }
}
