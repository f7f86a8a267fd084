package import VoiceTypes

extension Language {
  /// The language of text output; documents stay English.
  @TaskLocal package static var ofText = Language.english
}

/// Returns a text of the commands with values for its parameters (`Texts/en/commands.json`).
package func commandText(_ key: String, _ values: [String: String] = [:]) -> String {
  TextCatalogue.commands.filled(key, values, .ofText)
}

package enum Notice {
  package static let measurement = TextCatalogue.report.text("measurementNotice")
}
