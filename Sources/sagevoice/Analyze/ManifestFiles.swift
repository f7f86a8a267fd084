// The tables behind `--manifest`. Their paths are relative to the folder that they lie in.

import CommandSupport
import VoicePipeline
import VoiceTypes

/// A file behind `--manifest`.
private struct ManifestFile {
  /// A row of a hundred thousand recordings is short.
  private static let mostBytes = 64 << 20

  let path: String
  let kind: String
  let verbosity: Verbosity

  /// What the text of the file is read as.
  func read<Table>(
    _ read: (_ text: String, _ name: String) throws(FileFaults) -> Table,
    warnings: (Table) -> [String]
  ) throws(CommandFault) -> Table {
    let file = OptionFile(option: "--manifest", kind: kind, mostBytes: Self.mostBytes)
    let text = try file.text(of: file.bytesOrInput(path))
    do throws(FileFaults) {
      let table = try read(text, file.option)
      if verbosity == .usual { warnings(table).forEach(StandardStreams.note) }
      return table
    } catch {
      throw CommandFault(
        status: .refused,
        messages: error.faults.map(\.description) + [
          "the manifest cannot be used as it is, and nothing was measured; put right what is named "
            + "above"
        ])
    }
  }

  /// A path of the table, as this process takes it; on standard input the table has no folder.
  func resolved(_ file: String) -> String {
    guard path != "-", !file.hasPrefix("/") else { return file }
    let folder = OutputFolder.place(of: path).folder
    return folder == "." ? file : folder + file
  }
}

/// A file with a row per pair of recordings, of `avqi`.
struct PairsFile {
  let path: String
  let verbosity: Verbosity

  /// The pairs, their paths those of this process; `language` is that of rows which tell none.
  func pairs(language: AVQILanguage?) throws(CommandFault) -> [AVQIManifest.Pair] {
    let file = ManifestFile(path: path, kind: "a table of pairs", verbosity: verbosity)
    return try file.read(AVQIManifest.init(text:name:), warnings: \.warnings).pairs.map { pair in
      guard pair.fault == nil else { return pair }
      var found = pair
      found.vowel = file.resolved(pair.vowel)
      found.speech = file.resolved(pair.speech)
      found.language = pair.language ?? language
      return found
    }
  }
}

/// A file with a row per recording, of `analyze`.
struct RecordingsFile {
  let path: String
  let verbosity: Verbosity

  /// The recordings, their paths those of this process.
  func inputs() throws(CommandFault) -> [Input] {
    let file = ManifestFile(path: path, kind: "a table of recordings", verbosity: verbosity)
    return try file.read(RecordingManifest.init(text:name:), warnings: \.warnings).entries.map {
      Input(path: $0.fault == nil ? file.resolved($0.file) : $0.file, entry: $0)
    }
  }
}
