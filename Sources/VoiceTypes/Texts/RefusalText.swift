// The sentences about refused inputs: finding and advice.

/// A reason for the refusal of an input.
package enum RefusalText: String, SentenceTable {
  package static let texts = TextCatalogue.refusals

  case notFound = "not_found"
  case notReadable = "not_readable"
  case isADirectory = "is_a_directory"
  case tooLargeInput = "too_large.input"
  case tooLargeFile = "too_large.file"
  case tooManySamples = "too_large.samples"
  case tooMuchMemory = "too_large.memory"
  case foreignContent = "not_a_wav.foreign_content"
  case webPage = "not_a_wav.web_page"
  case serverMessage = "not_a_wav.server_message"
  case gitLFSPointer = "not_a_wav.git_lfs_pointer"
  case gitAnnexPointer = "not_a_wav.git_annex_pointer"
  case tooFewBytes = "not_a_wav.too_few_bytes"
  case foreignForm = "not_a_wav.foreign_form"
  case noFormatChunk = "not_a_wav.no_format_chunk"
  case shortFormatChunk = "not_a_wav.short_format_chunk"
  case noChannels = "not_a_wav.no_channels"
  case noSampleRate = "not_a_wav.no_sample_rate"
  case inconsistentBlock = "not_a_wav.inconsistent_block"
  case misstatedChunkSize = "not_a_wav.misstated_chunk_size"
  case noLengthTable = "not_a_wav.no_length_table"
  case impossibleChunkSize = "not_a_wav.impossible_chunk_size"
  case truncatedAudio = "truncated.audio"
  case truncatedHeader = "truncated.header"
  case truncatedChunk = "truncated.chunk"
  case noBytes = "empty.no_bytes"
  case noAudioChunk = "empty.no_audio_chunk"
  case noSamples = "empty.no_samples"
  case unsupportedEncoding = "unsupported_encoding"
  case nonFiniteSamples = "non_finite_samples"
  case sampleRateTooLow = "sample_rate_too_low"
  case sampleRateTooHigh = "sample_rate_too_high"
  case tooShort = "too_short"
  case tooShortForFloor = "too_short.floor"
  case speechTooShort = "too_short.speech"
  case speechTooShortForFloor = "too_short.speech_floor"
  case tooLong = "too_long"
  case silent
  case silentChannel = "silent.channel"
  case sampleRatesDiffer = "sample_rates_differ"
  case noSuchChannel = "no_such_channel"
  case noSecondChannel = "no_such_channel.one"
  case soundNotKept = "sound_not_kept"
  case stretchOutside = "stretch_outside"
  case stretchTooShort = "too_short.stretch"
  case stretchTooShortForFloor = "too_short.stretch_floor"
  case tableRow = "table_row"

  /// The same text for read sentences, without advice about a sustained vowel.
  package var ofSpeech: RefusalText {
    switch self {
    case .tooShort: .speechTooShort
    case .tooShortForFloor: .speechTooShortForFloor
    default: self
    }
  }
}

extension Refusal {
  /// Creates a refusal from its sentence.
  package init(_ text: RefusalText, _ values: [SentenceParameter: String] = [:]) {
    self.init(text, with: text.filled(values))
  }

  /// Creates a refusal for the fault of a manifest row.
  package init(_ fault: FileFault) {
    self.init(.tableRow, [.problems: fault.description])
  }

  private init(_ text: RefusalText, with wording: Wording) {
    guard let code = RefusalCode(rawValue: text.code) else {
      preconditionFailure("\(text.rawValue) belongs to no refusal")
    }
    self.init(code, message: wording.message, advice: wording.advice)
    sentence = wording.sentence.unless(code: code.rawValue)
  }

  /// The same text for read sentences, without advice about a sustained vowel.
  package var ofSpeech: Refusal {
    let id = sentence?.id ?? code.rawValue
    guard let text = RefusalText(rawValue: id), text.ofSpeech != text else { return self }
    let values = (sentence?.parameters ?? [:]).compactMap { name, value in
      SentenceParameter(rawValue: name).map { ($0, value) }
    }
    return Refusal(text.ofSpeech, Dictionary(values) { first, _ in first })
  }
}
