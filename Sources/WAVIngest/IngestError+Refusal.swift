// What a person is told of an input that was refused: what was found, and what to do.

internal import VoiceMath
public import VoiceTypes

extension IngestError {
  /// The refusal of the results document.
  public var refusal: Refusal { Refusal(code, message: message, advice: advice) }

  private var code: RefusalCode {
    switch self {
    case .notFound: .notFound
    case .notReadable: .notReadable
    case .isADirectory: .isADirectory
    case .tooLarge: .tooLarge
    case .notAWAV: .notAWAV
    case .truncated: .truncated
    case .empty: .empty
    case .unsupportedEncoding: .unsupportedEncoding
    case .nonFiniteSamples: .nonFiniteSamples
    case .sampleRateTooHigh: .sampleRateTooHigh
    case .noSuchChannel: .noSuchChannel
    }
  }

  private var message: String {
    switch self {
    case .notFound: "no file was found at this path"
    case .notReadable(let reason): "the input could not be read: \(reason)"
    case .isADirectory: "this is a directory, not a recording"
    case .tooLarge(let fault): fault.message
    case .notAWAV(let fault): "this is not a usable WAV file: \(fault.message)"
    case .truncated(let fault): fault.message
    case .empty(let fault): fault.message
    case .unsupportedEncoding(let name): "the samples are stored as \(name)"
    case .nonFiniteSamples(let count, let first):
      "samples that are not numbers (NaN or infinite): \(count), the first at \(inWords(first)) s"
    case .noSuchChannel(let wanted, let found):
      "channel \(wanted) was asked for, and the recording has "
        + (found == 1 ? "1 channel" : "\(found) channels")
    case .sampleRateTooHigh(let rate):
      "the sample rate is \(inWords(rate)) Hz, above \(inWords(IngestLimits.highestRate)) Hz"
    }
  }

  private var advice: String {
    switch self {
    case .notFound:
      "check the spelling of the path and that the disk is attached"
    case .notReadable:
      "check the permissions of the file and that it is a regular file or a pipe"
    case .isADirectory:
      "name the WAV files in it, one by one or with a pattern such as *.wav"
    case .tooLarge:
      "cut out the stretch to be measured, or lower the sample rate, and save that"
    case .notAWAV:
      "export the recording as WAV, 44.1 kHz, 16-bit, mono; renaming a file does not convert it"
    case .truncated:
      "copy the file again from where it was recorded, or record again"
    case .empty:
      "check that the recording was saved before it was copied, or record again"
    case .unsupportedEncoding:
      "save the recording as PCM of 8, 16, 24 or 32 bits or as float of 32 or 64 bits"
    case .nonFiniteSamples:
      "export the recording again, as 16-bit PCM; the program that wrote it made an error"
    case .sampleRateTooHigh:
      "save the recording with 44.1 kHz"
    case .noSuchChannel(_, let found):
      found == 1 ? "leave out --channel" : "give --channel a number from 1 to \(found)"
    }
  }
}

extension IngestError: CustomStringConvertible {
  /// What was found and what to do, in one line.
  public var description: String { "\(message); \(advice)" }
}

extension SizeFault {
  fileprivate var message: String {
    switch self {
    case .bytes(let limit):
      "the input is larger than \(limit) bytes"
    case .samples(let found, let limit):
      "the recording has \(found) samples per channel, more than \(limit)"
    }
  }
}

extension HeaderFault {
  fileprivate var message: String {
    switch self {
    case .foreignContent(let name): "it starts like \(name)"
    case .tooFewBytes(let count): "\(count) bytes are too few for a header"
    case .foreignForm(let form): "it is a RIFF file of the form \"\(form)\", not \"WAVE\""
    case .noFormatChunk: "it has no format (\"fmt \") chunk"
    case .shortFormatChunk(let bytes, let needed):
      "its format chunk has \(bytes) bytes and needs \(needed)"
    case .noChannels: "its header states 0 channels"
    case .noSampleRate: "its header states a sample rate of 0 Hz"
    case .inconsistentBlock(let bytes, let channels, let bits):
      "its header states blocks of \(bytes) bytes for channels × bits = \(channels) × \(bits)"
    case .noLengthTable: "it is an RF64 file without the \"ds64\" chunk that holds its lengths"
    case .impossibleChunkSize(let id, let bytes):
      "its chunk \"\(id)\" states \(bytes) bytes, less than its own header"
    }
  }
}

extension TruncationFault {
  fileprivate var message: String {
    switch self {
    case .audio(let missing, let promised):
      "the file ends early: \(inWords(missing)) s of \(inWords(promised)) s of audio are missing"
    case .chunk(let id, let promised, let present):
      "the file ends inside its chunk \"\(id)\", before any audio: "
        + "\(present) of \(promised) bytes are there"
    }
  }
}

extension EmptinessFault {
  fileprivate var message: String {
    switch self {
    case .noBytes: "the input has no bytes at all"
    case .noAudioChunk: "the file has no audio (\"data\") chunk"
    case .noSamples: "the audio chunk of the file has no complete sample"
    }
  }
}

/// A quantity for a sentence: whole where it is whole, else with up to four decimals.
private func inWords(_ quantity: some UnitValue) -> String {
  Decimal.text(quantity.value, places: 4)
}
