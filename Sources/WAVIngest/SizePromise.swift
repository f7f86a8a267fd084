package import VoiceTypes

extension DeclaredSizeStatus {
  /// Enough for the chunks that programs write in front of the audio [E].
  package static let beginningBytes = 1 << 16

  /// Compares the length in the header with a file size of `fileBytes`, from the leading bytes.
  package init(ofFileBeginning bytes: [UInt8], fileBytes: Int) {
    do throws(IngestError) {
      let container = try WAVContainer(beginning: bytes, fileBytes: fileBytes)
      let chunks = try WAVChunks(container)
      self = DeclaredSizeStatus(chunks, isWhole: bytes.count == fileBytes, fileBytes: fileBytes)
    } catch {
      self = DeclaredSizeStatus(error, isWhole: bytes.count == fileBytes)
    }
  }

  private init(_ chunks: WAVChunks, isWhole: Bool, fileBytes: Int) {
    guard let audio = chunks.audio else {
      self = isWhole || chunks.isCutShort ? .short : .unknown
      return
    }
    guard let promised = audio.promisedBytes else {
      self = .unknown
      return
    }
    // A writer before its first sample declares a length of 0.
    self = promised > 0 && promised <= UInt64(max(0, fileBytes - audio.offset)) ? .fits : .short
  }

  private init(_ error: IngestError, isWhole: Bool) {
    switch error {
    case .empty, .truncated, .notAWAV(.tooFewBytes), .notAWAV(.noFormatChunk):
      self = isWhole ? .short : .unknown
    default: self = .unknown
    }
  }
}
