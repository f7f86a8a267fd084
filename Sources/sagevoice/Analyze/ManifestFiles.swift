// Manifest files of `--manifest`, with paths relative to their folders.

import CommandSupport
import VoicePipeline
import VoiceTypes

/// A manifest file.
private struct ManifestFile {
  /// Size limit, in bytes: enough for hundred thousand recordings.
  private static let mostBytes = 64 << 20

  let path: String
  let kind: String
  let verbosity: Verbosity

  /// Reads and parses the file.
  func read<Table>(
    _ read: (_ text: String, _ name: String) throws(FileFaults) -> Table,
    warnings: (Table) -> [String]
  ) throws(CommandFault) -> Table {
    let file = OptionFile(option: "--manifest", kind: kind, mostBytes: Self.mostBytes)
    let text = try file.text(of: file.bytes(at: path))
    do throws(FileFaults) {
      let table = try read(text, file.option)
      if verbosity == .usual { warnings(table).forEach(StandardStreams.note) }
      return table
    } catch {
      throw CommandFault(
        status: .refused,
        messages: error.faults.map(\.description) + [
          "the manifest is invalid, and nothing was measured; correct the rows named "
            + "above"
        ])
    }
  }

  /// Resolves a path relative to the manifest folder; on standard input, to the working directory.
  func resolved(_ file: String) -> String {
    guard path != "-", !file.hasPrefix("/") else { return file }
    let folder = OutputFolder.place(of: path).folder
    return folder == "." ? file : folder + file
  }
}

/// The manifest of `index`, with one row per pair of recordings.
struct PairsFile {
  let path: String
  let verbosity: Verbosity

  /// Returns the pairs with resolved paths; `language` applies to rows without a language.
  func pairs(language: IndexLanguage?) throws(CommandFault) -> [IndexManifest.Pair] {
    let file = ManifestFile(path: path, kind: "a table of pairs", verbosity: verbosity)
    return try file.read(IndexManifest.init(text:name:), warnings: \.warnings).pairs.map { pair in
      guard pair.fault == nil else { return pair }
      var found = pair
      found.vowel = file.resolved(pair.vowel)
      found.speech = file.resolved(pair.speech)
      found.language = pair.language ?? language
      return found
    }
  }
}

/// The manifest of `analyze`, with one row per recording.
struct RecordingsFile {
  let path: String
  let verbosity: Verbosity

  /// Returns the recordings with resolved paths.
  func inputs() throws(CommandFault) -> [Input] {
    let file = ManifestFile(path: path, kind: "a table of recordings", verbosity: verbosity)
    return try file.read(RecordingManifest.init(text:name:), warnings: \.warnings).entries.map {
      Input(path: $0.fault == nil ? file.resolved($0.file) : $0.file, entry: $0)
    }
  }
}
