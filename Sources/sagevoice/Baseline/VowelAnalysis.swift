// Metadata and analysis of the recordings of baseline commands.

import BaselineService
import CommandSupport
import VoicePipeline
import VoiceSynthesis
import VoiceTypes
import WAVIngest

/// The recordings of one command.
struct VowelAnalysis {
  /// The session of recordings without a session and a date.
  private static let usualSession = "1"

  let options: VowelOptions

  /// The device of recordings without device metadata.
  let device: String?

  /// Analyses the recordings in file order. `baselineF0` resolves an octave ambiguity; nil leaves it
  /// open. The status is `refused` if faulty rows of the table exclude recordings.
  func vowels(
    baselineF0: Hertz? = nil
  ) async throws(CommandFault) -> (
    vowels: [MeasuredVowel], provenance: Provenance, status: ExitStatus
  ) {
    let known = try recordings()
    var settings = AnalysisSettings()
    settings.channel = options.channel
    settings.baselineF0 = baselineF0
    let documents = try await Batch.documents(
      of: known.map { AudioSource(argument: $0.file) }, jobs: options.jobs, settings: settings,
      options.messages.verbosity)
    try checkOpened(documents)
    guard let provenance = documents.first?.provenance else {
      throw CommandFault(status: .internalFault, messages: ["no recording was measured"])
    }
    return (
      zip(documents, known).map { MeasuredVowel(document: $0, origin: $1.origin) }, provenance,
      known.count == options.files.count ? .success : .refused
    )
  }

  /// Throws for files that cannot be opened: a usage error, not a faulty recording.
  private func checkOpened(_ documents: [ResultsDocument]) throws(CommandFault) {
    let missing = documents.filter { ExitStatus(of: $0) == .cannotOpenInput }
    guard missing.isEmpty else {
      throw CommandFault(
        status: .cannotOpenInput,
        messages: missing.compactMap { document in
          document.refusal.map { "\(document.recording.name): \($0.message); \($0.advice)" }
        })
    }
  }

  // MARK: - Metadata

  private typealias Recording = (file: String, origin: VowelMetadata)

  private func recordings() throws(CommandFault) -> [Recording] {
    guard let path = options.sessions else {
      return try options.files.map { file throws(CommandFault) -> Recording in
        (file, origin(try besideRecording(file)))
      }
    }
    let table = try table(at: path)
    let refused = options.files.filter(table.refuses)
    let without = options.files.filter { table.notes(for: $0) == nil && !table.refuses($0) }
    var messages = table.faults.map(\.description)
    messages += refused.map { "\($0): not used: the row in --sessions has a fault; correct it" }
    guard without.isEmpty, refused.count < options.files.count else {
      messages += without.map {
        "--sessions: there is no row, or more than one, for \($0); give it one"
      }
      throw CommandFault(status: .refused, messages: messages)
    }
    if !options.messages.quiet { messages.forEach(StandardStreams.note) }
    return options.files.compactMap { file -> Recording? in
      guard let notes = table.notes(for: file) else { return nil }
      return (file, origin(notes))
    }
  }

  private func origin(_ notes: RecordingMetadata) -> VowelMetadata {
    VowelMetadata(notes, else: Self.usualSession, device: device)
  }

  private func table(at path: String) throws(CommandFault) -> SessionTable {
    let file = OptionFile(option: "--sessions", kind: "a list of sessions")
    let text = try file.text(of: file.bytes(at: path))
    do {
      let table = try SessionTable(text: text, name: file.option)
      if !options.messages.quiet { table.warnings.forEach(StandardStreams.note) }
      return table
    } catch {
      throw CommandFault(status: .refused, messages: error.faults.map(\.description))
    }
  }

  /// Reads the sidecar NAME.json of NAME.wav; empty notes without one.
  private func besideRecording(_ file: String) throws(CommandFault) -> RecordingMetadata {
    guard file != "-" else { return RecordingMetadata() }
    let stem = RecordingName.stem(of: file)
    let path = stem + ".json"
    let bytes: [UInt8]
    do {
      bytes = try InputBytes.read(path: path, limit: OptionFile.usualMostBytes)
    } catch .notFound {
      return RecordingMetadata()
    } catch {
      throw CommandFault(
        status: ExitStatus(of: error.refusal.code), messages: ["\(path): \(error.refusal.message)"])
    }
    do {
      let json = try JSONValue.parse(bytes)
      // `synth` writes a voice truth under this name, not recording notes.
      guard json["schema"] != .string(VoiceTruth.schema) else { return RecordingMetadata() }
      let notes = try RecordingMetadata(json: json, from: path)
      if !notes.unknownKeys.isEmpty && !options.messages.quiet {
        StandardStreams.note(
          "\(path): without effect: \(notes.unknownKeys.joined(separator: ", ")); known are "
            + RecordingMetadata.keys.joined(separator: ", "))
      }
      return notes
    } catch let fault as FileFault {
      throw CommandFault(status: .refused, messages: [fault.description])
    } catch {
      throw CommandFault(status: .refused, messages: ["\(path): \(error)"])
    }
  }
}
