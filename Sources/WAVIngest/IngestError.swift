// What can be wrong with an input, one case per refusal code of the contract.

public import VoiceTypes

/// Why an input did not become a signal.
public enum IngestError: Error, Sendable, Equatable {
  /// Nothing is at this path.
  case notFound
  /// Something is there, but it cannot be read; the reason is the system's or our own.
  case notReadable(reason: String)
  /// The path leads to a directory.
  case isADirectory
  /// The input is larger than this program takes.
  case tooLarge(SizeFault)
  /// The bytes are not a WAV file, or its header makes no sense.
  case notAWAV(HeaderFault)
  /// The file ends before what its header promises.
  case truncated(TruncationFault)
  /// There is no audio.
  case empty(EmptinessFault)
  /// The samples are stored in a way that is not read here; named for a person.
  case unsupportedEncoding(name: String)
  /// Samples of the measured channel are NaN or infinite.
  case nonFiniteSamples(count: Int, first: Seconds)
  /// The rate is above what is measured.
  case sampleRateTooHigh(Hertz)
  /// A channel was asked for, counted from 1, that the file has not.
  case noSuchChannel(wanted: Int, found: Int)
}

/// Which bound an input exceeds.
public enum SizeFault: Sendable, Equatable {
  /// More bytes than are read into memory.
  case bytes(limit: Int)
  /// More samples per channel than are decoded.
  case samples(found: Int, limit: Int)
}

/// What is wrong with a header.
public enum HeaderFault: Sendable, Equatable {
  /// The file starts as something else does.
  case foreignContent(name: String)
  /// A web page, which servers send in place of a file.
  case webPage
  /// A text in a format that servers use for messages, named for a person.
  case serverMessage(name: String)
  /// The pointer that stands for a file of Git LFS until that is fetched.
  case gitLFSPointer
  /// The same of git-annex.
  case gitAnnexPointer
  /// Too few bytes for any header.
  case tooFewBytes(Int)
  /// A RIFF file of another form, such as `AVI `.
  case foreignForm(String)
  /// No `fmt ` chunk in front of, or anywhere around, the audio.
  case noFormatChunk
  /// A `fmt ` chunk that ends before its fields do.
  case shortFormatChunk(bytes: Int, needed: Int)
  /// A file of no channels.
  case noChannels
  /// A sample rate of zero.
  case noSampleRate
  /// A block size that is not channels times bytes per sample.
  case inconsistentBlock(bytes: Int, channels: Int, bits: Int)
  /// A chunk in front of the audio that is shorter or longer than it states.
  case misstatedChunkSize(id: String)
  /// An RF64 file whose lengths are nowhere.
  case noLengthTable
  /// A chunk that is smaller than its own header.
  case impossibleChunkSize(id: String, bytes: UInt64)
}

/// Where a file ends too early.
public enum TruncationFault: Sendable, Equatable {
  /// Within the audio.
  case audio(missing: Seconds, promised: Seconds)
  /// Within a chunk in front of the audio.
  case chunk(id: String, promisedBytes: UInt64, presentBytes: Int)
}

/// What is there instead of audio.
public enum EmptinessFault: Sendable, Equatable {
  /// Not a single byte.
  case noBytes
  /// A header without a `data` chunk.
  case noAudioChunk
  /// A `data` chunk without one complete sample.
  case noSamples
}
