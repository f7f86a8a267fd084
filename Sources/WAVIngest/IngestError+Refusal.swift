// Refusal messages: the finding and the remedy.

internal import VoiceMath
public import VoiceTypes

extension IngestError {
  /// The refusal of the results document.
  public var refusal: Refusal {
    switch self {
    case .notFound: Refusal(RefusalText.notFound)
    case .notReadable(let reason): Refusal(RefusalText.notReadable, [.system: reason])
    case .isADirectory: Refusal(RefusalText.isADirectory)
    case .tooLarge(let fault): fault.refusal
    case .notAWAV(let fault): fault.refusal
    case .truncated(let fault): fault.refusal
    case .empty(let fault): fault.refusal
    case .unsupportedEncoding(let name):
      Refusal(RefusalText.unsupportedEncoding, [.encoding: name])
    case .nonFiniteSamples(let count, let first):
      Refusal(RefusalText.nonFiniteSamples, [.count: "\(count)", .time: inWords(first)])
    case .noSuchChannel(let wanted, 1):
      Refusal(RefusalText.noSecondChannel, [.channel: "\(wanted)"])
    case .noSuchChannel(let wanted, let found):
      Refusal(RefusalText.noSuchChannel, [.channel: "\(wanted)", .channels: "\(found)"])
    case .sampleRateTooHigh(let rate):
      Refusal(
        RefusalText.sampleRateTooHigh,
        [.rate: inWords(rate), .allowed: inWords(IngestLimits.highestRate)])
    }
  }
}

extension IngestError: CustomStringConvertible {
  /// The finding and the remedy in one line.
  public var description: String { "\(refusal.message); \(refusal.advice)" }
}

extension SizeFault {
  fileprivate var refusal: Refusal {
    switch self {
    case .bytes(let limit): Refusal(RefusalText.tooLargeInput, [.allowed: "\(limit)"])
    case .samples(let found, let limit):
      Refusal(RefusalText.tooManySamples, [.samples: "\(found)", .allowed: "\(limit)"])
    }
  }
}

extension HeaderFault {
  fileprivate var refusal: Refusal {
    switch self {
    case .foreignContent(let name): Refusal(RefusalText.foreignContent, [.kind: name])
    case .webPage: Refusal(RefusalText.webPage)
    case .serverMessage(let name): Refusal(RefusalText.serverMessage, [.kind: name])
    case .gitLFSPointer: Refusal(RefusalText.gitLFSPointer)
    case .gitAnnexPointer: Refusal(RefusalText.gitAnnexPointer)
    case .tooFewBytes(let count): Refusal(RefusalText.tooFewBytes, [.bytes: "\(count)"])
    case .foreignForm(let form): Refusal(RefusalText.foreignForm, [.form: form])
    case .noFormatChunk: Refusal(RefusalText.noFormatChunk)
    case .shortFormatChunk(let bytes, let needed):
      Refusal(RefusalText.shortFormatChunk, [.bytes: "\(bytes)", .needed: "\(needed)"])
    case .noChannels: Refusal(RefusalText.noChannels)
    case .noSampleRate: Refusal(RefusalText.noSampleRate)
    case .inconsistentBlock(let bytes, let channels, let bits):
      Refusal(
        RefusalText.inconsistentBlock,
        [.bytes: "\(bytes)", .channels: "\(channels)", .bits: "\(bits)"])
    case .misstatedChunkSize(let id):
      Refusal(RefusalText.misstatedChunkSize, [.chunk: id])
    case .noLengthTable: Refusal(RefusalText.noLengthTable)
    case .impossibleChunkSize(let id, let bytes):
      Refusal(RefusalText.impossibleChunkSize, [.chunk: id, .bytes: "\(bytes)"])
    }
  }
}

/// Longest duration of a header that a message repeats, in seconds.
private let longestStated = 86_400.0

extension TruncationFault {
  fileprivate var refusal: Refusal {
    switch self {
    case .audio(_, let promised) where promised.value > longestStated:
      Refusal(RefusalText.truncatedHeader)
    case .audio(let missing, let promised):
      Refusal(
        RefusalText.truncatedAudio, [.missing: inWords(missing), .promised: inWords(promised)])
    case .chunk(let id, let promised, let present):
      Refusal(
        RefusalText.truncatedChunk,
        [.chunk: id, .found: "\(present)", .promised: "\(promised)"])
    }
  }
}

extension EmptinessFault {
  fileprivate var refusal: Refusal {
    switch self {
    case .noBytes: Refusal(RefusalText.noBytes)
    case .noAudioChunk: Refusal(RefusalText.noAudioChunk)
    case .noSamples: Refusal(RefusalText.noSamples)
    }
  }
}

/// Formats a quantity with at most four decimals.
private func inWords(_ quantity: some UnitValue) -> String {
  Decimal.text(quantity.value, places: 4)
}
