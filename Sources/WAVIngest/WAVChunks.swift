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

  /// The name of a chunk that is shorter or longer than it states, behind which a chunk was found by its name.
  let misstated: String?

  /// The reason why the walk ended before any audio; nil at the end of the file.
  let fault: IngestError?

  /// Walks the chunks of `container` until format and audio are found.
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

  /// Whether the file ends inside a chunk in front of the audio.
  var isCutShort: Bool {
    if case .truncated = fault { true } else { false }
  }
}

/// The bytes of the audio: where they begin, how many there are, how many were promised.
struct AudioExtent: Sendable {
  let offset: Int
  let presentBytes: Int
  /// Nil for a recording whose writer did not know the length in advance.
  let promisedBytes: UInt64?
  /// The number of bytes behind it that may be audio.
  var furtherBytes = 0

  /// Whether it has the length that the header states, in whole blocks of `blockBytes`.
  func isWhole(inBlocksOf blockBytes: Int) -> Bool {
    promisedBytes == UInt64(presentBytes) && presentBytes.isMultiple(of: blockBytes)
  }
}

/// The state of a walk; every step goes forward by at least a chunk header, so it ends.
private struct ChunkWalk {
  private let container: WAVContainer
  private var offset: Int
  private var wideAudioBytes: UInt64?
  private(set) var format: Range<Int>?
  private(set) var audio: AudioExtent?
  private(set) var misstated: String?
  private(set) var fault: IngestError?
  /// The name of the newest chunk with a printable name.
  private var named: String?

  init(_ container: WAVContainer) {
    self.container = container
    self.offset = container.firstChunk
  }

  /// Takes in the next chunk; false when there is nothing more to find.
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
    case "data" where audio == nil: return try takeAudio(chunk)
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

  /// The fault of a file that ends inside `chunk`. Without a printable name, the length of the chunk before it is wrong.
  private func fault(of chunk: Chunk) -> IngestError {
    if container.kind != .w64, chunk.id.contains("?"), let named {
      return .notAWAV(.misstatedChunkSize(id: named))
    }
    return .truncated(
      .chunk(
        id: chunk.id, promisedBytes: chunk.promisedBytes, presentBytes: chunk.remainingBytes))
  }

  /// Notes the audio; continues behind it only if it has a known end that is in the file.
  private mutating func takeAudio(_ chunk: Chunk) throws(IngestError) -> Bool {
    let promised = try promisedBytes(of: chunk)
    let length = PromisedLength(promised, chunk, blockBytes: statedBlockBytes, in: container)
    guard case .known(let bytes) = length, bytes <= UInt64(chunk.remainingBytes) else {
      let known = length == .untilEnd ? nil : promised
      audio = AudioExtent(
        offset: chunk.payload, presentBytes: chunk.remainingBytes, promisedBytes: known)
      return false
    }
    let whole = chunk.resized(to: bytes)
    audio = AudioExtent(
      offset: chunk.payload, presentBytes: Int(bytes), promisedBytes: bytes,
      furtherBytes: container.bytesOfSound(behind: whole))
    offset = container.offset(after: whole)
    return true
  }

  /// The bytes of a block of samples as the format states them; 1 where it states none, or comes later.
  private var statedBlockBytes: UInt64 {
    let block = format.flatMap {
      container.fields.uint16(at: $0.lowerBound + FormatChunk.blockOffset)
    }
    return max(1, UInt64(block ?? 1))
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
  /// How far from its place a chunk is looked for, in bytes: writers forget or add a field or two [E].
  private static let farthest = 8

  /// The offset of a familiar chunk near the place of `chunk`, where that has no printable name or ends after the
  /// file does; nil without one.
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
