// RIFF: Microsoft & IBM, "Multimedia Programming Interface and Data Specifications 1.0" (1991).
// RF64: EBU Tech 3306; BW64: ITU-R BS.2088. W64: Sonic Foundry's Wave64.

/// Supported WAV containers.
enum ContainerKind: Sendable {
  case riff
  /// RIFF with big-endian numbers and samples.
  case rifx
  /// RF64 or BW64: RIFF with 64-bit lengths in a `ds64` chunk.
  case rf64
  case w64
}

/// Chunk header: name, payload offset and declared length.
struct Chunk: Sendable {
  let id: String
  let payload: Int
  let promisedBytes: UInt64
  /// Bytes from the payload to the end of the file.
  let remainingBytes: Int

  /// Whether the file contains the declared length.
  var isWhole: Bool { promisedBytes <= UInt64(remainingBytes) }

  /// The payload bytes that are in the file.
  var presentBytes: Int {
    isWhole ? Int(promisedBytes) : remainingBytes
  }
}

/// Recognised WAV file, before its chunks are parsed.
struct WAVContainer: Sendable {
  let kind: ContainerKind
  let fields: ByteFields

  /// The file size; `fields` may hold only the beginning.
  let fileBytes: Int

  /// The offset of the first chunk.
  let firstChunk: Int

  /// Chunk names that identify a chunk on their own.
  static let familiar: Set<String> = ["data", "fmt ", "LIST", "fact"]

  /// The size of a RIFF chunk header: name and length.
  static let chunkHeaderBytes = 8

  private static let riffHeaderBytes = 12
  private static let w64HeaderBytes = 40

  /// Recognises a container, or throws the format of the bytes.
  init(_ bytes: [UInt8]) throws(IngestError) {
    try self.init(beginning: bytes, fileBytes: bytes.count)
  }

  /// Recognises a container of `fileBytes` bytes by its leading bytes.
  init(beginning bytes: [UInt8], fileBytes: Int) throws(IngestError) {
    guard !bytes.isEmpty else { throw .empty(.noBytes) }
    let fields = ByteFields(bytes: bytes, order: .little)
    if bytes.starts(with: W64Name.riff) {
      guard let form = fields.slice(at: 24, length: 16), form.elementsEqual(W64Name.wave)
      else { throw .notAWAV(.tooFewBytes(bytes.count)) }
      self.init(
        kind: .w64, fields: fields, fileBytes: fileBytes, firstChunk: Self.w64HeaderBytes)
      return
    }
    guard let kind = Self.kind(of: fields) else { throw .notAWAV(Self.foreign(bytes)) }
    guard let form = fields.fourCharacters(at: 8) else {
      throw .notAWAV(.tooFewBytes(bytes.count))
    }
    guard form == "WAVE" else { throw .notAWAV(.foreignForm(form)) }
    let order: ByteOrder = kind == .rifx ? .big : .little
    self.init(
      kind: kind, fields: ByteFields(bytes: bytes, order: order), fileBytes: fileBytes,
      firstChunk: Self.riffHeaderBytes)
  }

  private init(kind: ContainerKind, fields: ByteFields, fileBytes: Int, firstChunk: Int) {
    self.kind = kind
    self.fields = fields
    self.fileBytes = fileBytes
    self.firstChunk = firstChunk
  }

  private static func kind(of fields: ByteFields) -> ContainerKind? {
    switch fields.fourCharacters(at: 0) {
    case "RIFF": .riff
    case "RIFX": .rifx
    case "RF64", "BW64": .rf64
    default: nil
    }
  }

  private static func foreign(_ bytes: [UInt8]) -> HeaderFault {
    bytes.count < riffHeaderBytes
      ? .tooFewBytes(bytes.count) : FileSignature.fault(of: bytes)
  }
}

extension WAVContainer {
  /// Parses the chunk header at `offset`; nil if no further header fits.
  func chunk(at offset: Int) throws(IngestError) -> Chunk? {
    kind == .w64 ? try w64Chunk(at: offset) : riffChunk(at: offset)
  }

  /// Returns the offset of the chunk after a whole `chunk`.
  func offset(after chunk: Chunk) -> Int {
    let end = chunk.payload + chunk.presentBytes
    return kind == .w64 ? roundedUpToEight(end) : riffOffset(afterPayloadEnd: end, of: chunk)
  }

  private func riffChunk(at offset: Int) -> Chunk? {
    guard let id = fields.fourCharacters(at: offset), let size = fields.uint32(at: offset + 4)
    else { return nil }
    let payload = offset + Self.chunkHeaderBytes
    return Chunk(
      id: id, payload: payload, promisedBytes: UInt64(size),
      remainingBytes: fileBytes - payload)
  }

  private func w64Chunk(at offset: Int) throws(IngestError) -> Chunk? {
    guard let name = fields.slice(at: offset, length: 16), let size = fields.uint64(at: offset + 16)
    else { return nil }
    let id = W64Name.fourCharacters(of: name)
    let headerBytes = W64Name.chunkHeaderBytes
    // Writers that never fill in the length leave zero.
    guard size == 0 || size >= UInt64(headerBytes) else {
      throw .notAWAV(.impossibleChunkSize(id: id, bytes: size))
    }
    let payload = offset + headerBytes
    return Chunk(
      id: id, payload: payload, promisedBytes: size == 0 ? 0 : size - UInt64(headerBytes),
      remainingBytes: fileBytes - payload)
  }

  /// The offset after a payload. One padding byte follows a chunk of odd length, which some writers
  /// omit.
  private func riffOffset(afterPayloadEnd end: Int, of chunk: Chunk) -> Int {
    guard !chunk.presentBytes.isMultiple(of: 2) else { return end }
    return fields.fourCharacters(at: end).map(Self.familiar.contains) ?? false ? end : end + 1
  }

  private func roundedUpToEight(_ offset: Int) -> Int { (offset + 7) / 8 * 8 }
}

/// Chunk-name GUIDs of W64, in file byte order. Sizes are 64 bits and include the chunk header.
enum W64Name {
  static let chunkHeaderBytes = 24

  static let riff: [UInt8] = [
    0x72, 0x69, 0x66, 0x66, 0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0x00, 0x00,
  ]
  static let wave: [UInt8] = Array("wave".utf8) + commonTail

  private static let commonTail: [UInt8] = [
    0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A,
  ]

  /// The RIFF name of a GUID; `?` outside the common family.
  static func fourCharacters(of guid: ArraySlice<UInt8>) -> String {
    guard guid.dropFirst(4).elementsEqual(commonTail) else { return "?" }
    return String(decoding: guid.prefix(4), as: UTF8.self)
  }
}
