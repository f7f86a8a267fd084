public import VoiceTypes

/// Source of the bytes of a recording.
public enum AudioSource: Sendable {
  /// A file or a named pipe.
  case path(String)
  /// The standard input of the process.
  case standardInput
  /// Bytes in memory, with their SHA-256 if the caller has it.
  case bytes([UInt8], name: String, sha256: String? = nil)

  /// The name for the document: without folders, `-` for standard input.
  public var name: String {
    switch self {
    // Split by byte, as the system does: a slash with a combining accent is another character.
    case .path(let path):
      path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? path
    case .standardInput: "-"
    case .bytes(_, let name, _): name
    }
  }

  /// The SHA-256 of `bytes`, which this source returned.
  fileprivate func sha256(of bytes: [UInt8]) -> String {
    if case .bytes(_, _, let sha256?) = self { return sha256 }
    return ContentHash.sha256(of: bytes)
  }

  fileprivate func bytes() throws(IngestError) -> [UInt8] {
    switch self {
    case .path(let path): try InputBytes.read(path: path)
    case .standardInput: try InputBytes.readStandardInput()
    case .bytes(let bytes, _, _): bytes
    }
  }
}

/// Reader of RIFF, RIFX, RF64 and W64 files of 8 to 32-bit PCM or 32 and 64-bit float.
public enum WAVReader {
  /// Reads the first channel of an input; the outcome always has the facts read so far.
  ///
  /// The sample rate stays unchanged. Nothing is resampled, mixed or repaired.
  public static func read(_ source: AudioSource) -> IngestOutcome {
    read(source, by: DecodeOptions())
  }

  /// Reads an input whose channel, and the rule for a lost end of it, were chosen.
  public static func read(_ source: AudioSource, by choices: DecodeOptions) -> IngestOutcome {
    var facts = RecordingFacts(name: source.name)
    do throws(IngestError) {
      let recording = try recording(from: source, by: choices, noting: &facts)
      return IngestOutcome(facts: facts, result: .success(recording))
    } catch {
      return IngestOutcome(facts: facts, result: .failure(error))
    }
  }

  /// Returns the facts of a decodable recording from the leading bytes; nil if they are
  /// insufficient, or the recording is not decodable.
  package static func facts(
    ofBeginning bytes: [UInt8], fileBytes: Int, name: String
  ) -> RecordingFacts? {
    var facts = RecordingFacts(name: name)
    do throws(IngestError) {
      let container = try WAVContainer(beginning: bytes, fileBytes: fileBytes)
      let chunks = try WAVChunks(container)
      let format = try FormatChunk(container.fields, at: chunks.format)
      facts.note(format)
      let layout = try WAVLayout(container, chunks, format)
      try layout.requireDecodable()
      facts.duration = layout.duration
      return facts
    } catch {
      return nil
    }
  }

  private static func recording(
    from source: AudioSource, by choices: DecodeOptions, noting facts: inout RecordingFacts
  ) throws(IngestError) -> IngestedRecording {
    let bytes = try source.bytes()
    facts.sha256 = source.sha256(of: bytes)
    let container = try WAVContainer(bytes)
    let chunks = try WAVChunks(container)
    let format = try FormatChunk(container.fields, at: chunks.format)
    facts.note(format)
    var layout = try WAVLayout(container, chunks, format)
    facts.duration = layout.duration
    try layout.requireDecodable()
    try layout.requireChannel(choices.channel)
    var samples = try SampleDecoder.decode(
      MonoPayload(bytes, layout, channel: choices.channel), as: layout)
    if choices.joinsSplitMono, layout.channels == 2,
      try SplitMono.isFound(samples, of: choices.channel, in: bytes, layout)
    {
      layout = layout.joined
      try layout.requireDecodable()
      samples = try SampleDecoder.decode(MonoPayload(bytes, layout, channel: 1), as: layout)
    }
    // Integer samples are finite.
    if layout.encoding.isFloat { try requireFinite(samples, at: layout.sampleRate) }
    let louder = try ChannelSelection(except: samples, of: choices.channel, in: bytes, layout)
    if choices.truncationPolicy == .zeros {
      samples += Array(repeating: 0, count: layout.missingFrames)
    }
    let signal = Signal(samples: samples, sampleRate: layout.sampleRate)
    facts.duration = signal.duration
    return IngestedRecording(signal: signal, layout: layout, choices: choices, louder: louder)
  }

  private static func requireFinite(
    _ samples: [Double], at sampleRate: Hertz
  ) throws(IngestError) {
    guard let first = samples.firstIndex(where: { !$0.isFinite }) else { return }
    let count = samples[first...].count { !$0.isFinite }
    throw .nonFiniteSamples(count: count, first: Seconds(Double(first) / sampleRate.value))
  }
}

extension RecordingFacts {
  /// Copies the valid values of a format chunk.
  fileprivate mutating func note(_ format: FormatChunk) {
    channels = format.channels > 0 ? format.channels : nil
    sampleRate = format.sampleRate > 0 ? Hertz(Double(format.sampleRate)) : nil
    encoding = try? format.encoding()
  }
}
