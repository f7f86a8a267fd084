import BaselineService
import CommandSupport
import VoicePipeline
import VoiceTypes
import WAVIngest

/// A corpus: a folder of recordings with a speaker manifest.
struct Corpus {
  /// Size limit of the manifest: 32 MiB.
  private static let file = OptionFile(
    option: "--manifest", kind: "the table of a corpus", mostBytes: 1 << 25)

  /// The speaker manifest.
  let manifest: SpeakerManifest

  /// SHA-256 of the manifest.
  let sha256: String

  private let folder: String

  /// Reads the manifest. A faulty header ends the command with status 65.
  init(manifest path: String, folder: String) throws(CommandFault) {
    let bytes = try Self.file.bytes(at: path)
    let text = try Self.file.text(of: bytes)
    do {
      manifest = try SpeakerManifest(text: text, name: Self.file.option)
    } catch {
      throw CommandFault(
        status: .refused,
        messages: error.faults.map(\.description) + [
          "the manifest is invalid, and nothing was measured; correct the rows named "
            + "above"
        ])
    }
    sha256 = ContentHash.sha256(of: bytes)
    self.folder = folder.hasSuffix("/") ? folder : folder + "/"
  }

  /// Analyses recordings, keyed by manifest file name. SuppressionMode are off, because suppressed values
  /// would bias the selection of speakers.
  func vowels(
    of rows: [SpeakerManifest.Row], device: String, jobs: Int?, _ verbosity: Verbosity
  ) async throws(CommandFault) -> [String: MeasuredVowel] {
    guard !rows.isEmpty else { return [:] }
    var settings = AnalysisSettings()
    settings.givenGates = .off
    let documents = try await Batch.documents(
      of: rows.map { .path(folder + $0.file) }, jobs: jobs, settings: settings, verbosity)
    try checkOpened(documents, rows)
    try checkHashes(documents, rows)
    let pairs = zip(rows, documents).map { row, document in
      (
        row.file,
        MeasuredVowel(
          document: document,
          origin: VowelMetadata(sessionID: row.speaker, deviceModel: device))
      )
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  private func checkOpened(
    _ documents: [ResultsDocument], _ rows: [SpeakerManifest.Row]
  ) throws(CommandFault) {
    let missing = zip(rows, documents).compactMap { row, document -> String? in
      guard ExitStatus(of: document) == .cannotOpenInput else { return nil }
      return document.refusal.map { "\(row.file): \($0.message); \($0.advice)" }
    }
    guard missing.isEmpty else {
      throw CommandFault(status: .cannotOpenInput, messages: missing)
    }
  }

  /// Throws if a recording differs from the SHA-256 in the manifest.
  private func checkHashes(
    _ documents: [ResultsDocument], _ rows: [SpeakerManifest.Row]
  ) throws(CommandFault) {
    let others = zip(rows, documents).filter { row, document in
      row.sha256.map { $0 != document.recording.sha256 } ?? false
    }
    guard others.isEmpty else {
      throw CommandFault(
        status: .refused,
        messages: others.map { row, _ in
          "\(row.file): its SHA-256 differs from the manifest; copy the recording again, or correct "
            + "the manifest"
        })
    }
  }
}
