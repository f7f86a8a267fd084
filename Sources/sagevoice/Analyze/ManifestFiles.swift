import CommandSupport
import VoicePipeline
import VoiceTypes

/// A manifest file of `--manifest`, with paths relative to its folder.
struct ManifestFile {
  /// Size limit, in bytes: enough for hundred thousand recordings.
  private static let mostBytes = 64 << 20

  let path: String
  let verbosity: Verbosity

  /// Returns the pairs of `index`, one per row; `language` applies to rows without a language.
  func pairs(language: IndexLanguage?) throws(CommandFault) -> [IndexManifest.Pair] {
    let table = try read("a table of pairs", IndexManifest.init(text:name:), \.warnings)
    return table.pairs.map { pair in
      guard pair.fault == nil else { return pair }
      return IndexManifest.Pair(
        vowel: resolved(pair.vowel), speech: resolved(pair.speech),
        language: pair.language ?? language)
    }
  }

  /// Returns the recordings of `analyze`, one per row.
  func inputs() throws(CommandFault) -> [Input] {
    let table = try read("a table of recordings", RecordingManifest.init(text:name:), \.warnings)
    return table.entries.map {
      Input(path: $0.fault == nil ? resolved($0.file) : $0.file, entry: $0)
    }
  }

  /// Reads and parses the file.
  private func read<Table>(
    _ kind: String, _ read: (_ text: String, _ name: String) throws(FileFaults) -> Table,
    _ warnings: (Table) -> [String]
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
  private func resolved(_ file: String) -> String {
    guard path != "-", !file.hasPrefix("/") else { return file }
    let folder = OutputFolder.place(of: path).folder
    return folder == "." ? file : folder + file
  }
}
