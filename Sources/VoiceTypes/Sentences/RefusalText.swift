// The sentences of what is not measured at all: what was found, and what to do.

/// Why an input is refused.
package enum RefusalText: String, SentenceTable {
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

  package var template: String {
    switch self {
    case .notFound: "no file was found at this path"
    case .notReadable: "the input could not be read: {system}"
    case .isADirectory: "this is a directory, not a recording"
    case .tooLargeInput: "the input is larger than {allowed} bytes"
    case .tooLargeFile: "the file has {bytes} bytes; at most {allowed} are read here"
    case .tooManySamples:
      "the recording has {samples} samples per channel, more than {allowed}"
    case .tooMuchMemory:
      "{samples} samples take about {needed} MiB of memory to measure; {allowed} MiB are allowed"
    case .foreignContent: "\(Self.noWAV) it starts like {kind}"
    case .webPage: "\(Self.noWAV) it is a web page, which a server sent in place of the recording"
    case .serverMessage:
      "\(Self.noWAV) it is {kind}, which may be the message of a server in place of the recording"
    case .gitLFSPointer: "\(Self.noWAV) it is a Git LFS pointer, which stands for the recording"
    case .gitAnnexPointer: "\(Self.noWAV) it is a git-annex pointer, which stands for the recording"
    case .tooFewBytes: "\(Self.noWAV) it is shorter than a header (bytes: {bytes})"
    case .foreignForm: "\(Self.noWAV) it is a RIFF file of the form \"{form}\", not \"WAVE\""
    case .noFormatChunk: "\(Self.noWAV) it has no format (\"fmt \") chunk"
    case .shortFormatChunk:
      "\(Self.noWAV) its format chunk has {bytes} bytes and needs {needed}"
    case .noChannels: "\(Self.noWAV) its header states 0 channels"
    case .noSampleRate: "\(Self.noWAV) its header states a sample rate of 0 Hz"
    case .inconsistentBlock:
      "\(Self.noWAV) its header states blocks of {bytes} bytes for channels × bits = {channels} × "
        + "{bits}"
    case .misstatedChunkSize:
      "\(Self.noWAV) its chunk \"{chunk}\" is shorter or longer than it states, and no audio was found "
        + "behind it"
    case .noLengthTable:
      "\(Self.noWAV) it is an RF64 file without the \"ds64\" chunk that holds its lengths"
    case .impossibleChunkSize:
      "\(Self.noWAV) its chunk \"{chunk}\" states {bytes} bytes, less than its own header"
    case .truncatedAudio:
      "the file ends early: {missing} s of {promised} s of audio are missing"
    case .truncatedChunk:
      "the file ends inside its chunk \"{chunk}\", before any audio: {found} of {promised} bytes "
        + "are there"
    case .noBytes: "the input has no bytes at all"
    case .noAudioChunk: "the file has no audio (\"data\") chunk"
    case .noSamples: "the audio chunk of the file has no complete sample"
    case .unsupportedEncoding: "the samples are stored as {encoding}"
    case .nonFiniteSamples:
      "samples that are not numbers (NaN or infinite): {count}, the first at {time} s"
    case .sampleRateTooLow: "the sample rate is {rate}; the clinical preset needs {needed}"
    case .sampleRateTooHigh: "the sample rate is {rate} Hz, above {allowed} Hz"
    case .tooShort, .speechTooShort: "the recording lasts {found}; more than {needed} is needed"
    case .tooShortForFloor, .speechTooShortForFloor:
      "the recording lasts {found}; at least {needed} is needed for three periods of the pitch "
        + "floor of {floor}"
    case .tooLong: "the recording lasts {found}; less than {allowed} is measured here"
    case .silent: "every sample has the same value: the recording holds no sound"
    case .silentChannel:
      "every sample of channel {channel} has the same value, but channel {loud_channel} holds a "
        + "sound"
    case .sampleRatesDiffer:
      "the speech has {rate}, the vowel {needed}; the index is measured on one sound made of both"
    case .noSuchChannel:
      "channel {channel} was asked for, and the recording has {channels} channels"
    case .noSecondChannel: "channel {channel} was asked for, and the recording has 1 channel"
    case .soundNotKept:
      "the index is measured on the sound of both recordings, and that of this one was not kept"
    case .stretchOutside:
      "the stretch from {first} to {second} s is not within the recording, which lasts {found}"
    case .stretchTooShort:
      "the stretch that was asked for lasts {found}; more than {needed} is needed"
    case .stretchTooShortForFloor:
      "the stretch that was asked for lasts {found}; at least {needed} is needed for three periods of "
        + "the pitch floor of {floor}"
    case .tableRow: "its row of the manifest cannot be used: {problems}"
    }
  }

  package var advice: String? {
    switch self {
    case .notFound: "check the spelling of the path and that the disk is attached"
    case .notReadable:
      "check the permissions of the file and that it is a regular file or a pipe"
    case .isADirectory:
      "name the WAV files in it, or measure all of them with `sagevoice analyze --recursive`"
    case .tooLargeInput, .tooLargeFile, .tooManySamples:
      "cut out the stretch to be measured, or lower the sample rate, and save that"
    case .tooMuchMemory, .tooLong: "cut out the held vowel, or record one of 2 to 10 seconds"
    case .foreignContent, .tooFewBytes, .foreignForm, .noFormatChunk, .shortFormatChunk,
      .noChannels, .noSampleRate, .inconsistentBlock, .misstatedChunkSize, .noLengthTable,
      .impossibleChunkSize:
      "export the recording as WAV, 44.1 kHz, 16-bit, mono; renaming a file does not convert it"
    case .webPage:
      "open the address in a browser, sign in where it asks for that, and download the recording again"
    case .serverMessage:
      "open the file in a text editor to read it, and download the recording again"
    case .gitLFSPointer: "run `git lfs pull` in its folder to fetch the recording"
    case .gitAnnexPointer: "run `git annex get` in its folder to fetch the recording"
    case .truncatedAudio, .truncatedChunk:
      "copy the file again from where it was recorded, or record again"
    case .noBytes, .noAudioChunk, .noSamples:
      "check that the recording was saved before it was copied, or record again"
    case .unsupportedEncoding:
      "save the recording as PCM of 8, 16, 24 or 32 bits or as float of 32 or 64 bits"
    case .nonFiniteSamples:
      "export the recording again, as 16-bit PCM; the program that wrote it made an error"
    case .sampleRateTooLow:
      "record with 44100 Hz; resampling the file does not bring back what is missing"
    case .sampleRateTooHigh: "save the recording with 44.1 kHz"
    case .tooShort, .tooShortForFloor: "record a held vowel of 2 to 10 seconds"
    case .speechTooShort, .speechTooShortForFloor:
      "record two or more read sentences, 5 s or longer"
    case .silent:
      "check that the microphone is connected, allowed and not muted, and record again"
    case .silentChannel: "measure that one with --channel {loud_channel}"
    case .sampleRatesDiffer:
      "record both in one session with one setting; resampling moves the index"
    case .noSuchChannel: "give --channel a number from 1 to {channels}"
    case .noSecondChannel: "leave out --channel"
    case .soundNotKept:
      "deliver vowel and reading together, keep recordings with --audio archive, or run `sagevoice "
        + "avqi` on both files"
    case .stretchOutside: "give times within the recording, in seconds from its start"
    case .stretchTooShort, .stretchTooShortForFloor:
      "choose a longer stretch, or let the steady stretch be taken"
    case .tableRow: "correct the row, and measure this recording again"
    }
  }

  private static let noWAV = "this is not a usable WAV file:"

  /// The same of read sentences, which are not told to hold a vowel.
  package var ofSpeech: RefusalText {
    switch self {
    case .tooShort: .speechTooShort
    case .tooShortForFloor: .speechTooShortForFloor
    default: self
    }
  }
}

extension Refusal {
  /// States a refusal by its sentence.
  package init(_ text: RefusalText, _ values: [SentenceParameter: String] = [:]) {
    self.init(text, with: text.filled(values))
  }

  /// States the fault of a row of a manifest.
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

  /// The same of read sentences, which are not told to hold a vowel.
  package var ofSpeech: Refusal {
    let id = sentence?.id ?? code.rawValue
    guard let text = RefusalText(rawValue: id), text.ofSpeech != text else { return self }
    let values = (sentence?.parameters ?? [:]).compactMap { name, value in
      SentenceParameter(rawValue: name).map { ($0, value) }
    }
    return Refusal(text.ofSpeech, Dictionary(values) { first, _ in first })
  }
}
