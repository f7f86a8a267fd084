public import VoiceTypes

/// Reason for a refused input; one case per refusal code of the document schema.
public enum IngestError: Error, Sendable, Equatable {
  /// No file exists at the path.
  case notFound
  /// The input is unreadable; the reason is from the system or from this module.
  case notReadable(reason: String)
  /// The path leads to a directory.
  case isADirectory
  /// The input exceeds a size limit.
  case tooLarge(SizeFault)
  /// The bytes are not a WAV file, or the header is inconsistent.
  case notAWAV(HeaderFault)
  /// The file is shorter than its header declares.
  case truncated(TruncationFault)
  /// There is no audio.
  case empty(EmptinessFault)
  /// The sample encoding is unsupported; the name is for messages.
  case unsupportedEncoding(name: String)
  /// Samples of the measured channel are NaN or infinite.
  case nonFiniteSamples(count: Int, first: Seconds)
  /// The sample rate exceeds the supported maximum.
  case sampleRateTooHigh(Hertz)
  /// The requested channel, counted from 1, does not exist.
  case noSuchChannel(wanted: Int, found: Int)
}

/// Exceeded size limit.
public enum SizeFault: Sendable, Equatable {
  /// More bytes than the memory limit.
  case bytes(limit: Int)
  /// More samples per channel than the decoding limit.
  case samples(found: Int, limit: Int)
}

/// Defect of a header.
public enum HeaderFault: Sendable, Equatable {
  /// The signature of another file format.
  case foreignContent(name: String)
  /// A web page, as servers send in place of a file.
  case webPage
  /// A text in a message format of servers; the name is for messages.
  case serverMessage(name: String)
  /// An unresolved pointer of Git LFS.
  case gitLFSPointer
  /// An unresolved pointer of git-annex.
  case gitAnnexPointer
  /// Too few bytes for any header.
  case tooFewBytes(Int)
  /// A RIFF file of another form, such as `AVI `.
  case foreignForm(String)
  /// No `fmt ` chunk before or after the audio.
  case noFormatChunk
  /// A `fmt ` chunk that ends before its fields.
  case shortFormatChunk(bytes: Int, needed: Int)
  /// A channel count of zero.
  case noChannels
  /// A sample rate of zero.
  case noSampleRate
  /// A block size that differs from channels times bytes per sample.
  case inconsistentBlock(bytes: Int, channels: Int, bits: Int)
  /// A chunk before the audio whose actual size differs from its declared size.
  case misstatedChunkSize(id: String)
  /// An RF64 file without a length table.
  case noLengthTable
  /// A chunk smaller than its own header.
  case impossibleChunkSize(id: String, bytes: UInt64)
}

/// Position at which a file ends too early.
public enum TruncationFault: Sendable, Equatable {
  /// Within the audio.
  case audio(missing: Seconds, promised: Seconds)
  /// Within a chunk before the audio.
  case chunk(id: String, promisedBytes: UInt64, presentBytes: Int)
}

/// Reason for missing audio.
public enum EmptinessFault: Sendable, Equatable {
  /// No bytes.
  case noBytes
  /// A header without a `data` chunk.
  case noAudioChunk
  /// A `data` chunk without one complete sample.
  case noSamples
}
