// Whether a file that may still be written to is as long as its header says, from its beginning.

package import VoiceTypes

extension DeclaredSizeStatus {
  /// Enough for the chunks that programs write in front of the audio [E].
  package static let beginningBytes = 1 << 16

  /// Judges a file of `fileBytes` bytes by its first ones.
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
    // A writer that has not come to the first sample yet has promised none.
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
