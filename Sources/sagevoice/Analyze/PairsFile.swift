// The table behind `avqi --manifest`.

import VoicePipeline
import VoiceTypes

/// A file with a row per pair of recordings.
struct PairsFile {
  let path: String

  /// The pairs, their paths those of this process; `language` is that of rows which tell none.
  func pairs(language: AVQILanguage?) throws(CommandFault) -> [AVQIManifest.Pair] {
    let file = OptionFile(option: "--manifest", kind: "a table of pairs")
    let text = try file.text(of: file.bytesOrInput(path))
    do {
      return try AVQIManifest(text: text, name: file.option).pairs.map { pair in
        var found = pair
        found.vowel = resolved(pair.vowel)
        found.speech = resolved(pair.speech)
        found.language = pair.language ?? language
        return found
      }
    } catch {
      throw CommandFault(
        status: .refused,
        messages: error.faults.map(\.description) + [
          "the manifest cannot be used as it is, and nothing was measured; put right what is named "
            + "above"
        ])
    }
  }

  /// A path of the table, which is relative to its folder; on standard input it has none.
  private func resolved(_ file: String) -> String {
    guard path != "-", !file.hasPrefix("/") else { return file }
    let folder = OutputFolder.place(of: path).folder
    return folder == "." ? file : folder + file
  }
}
