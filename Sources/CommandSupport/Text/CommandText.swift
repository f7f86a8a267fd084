internal import VoiceTypes

/// Returns a text of the commands with values for its parameters (`Texts/en/commands.json`).
package func commandText(_ key: String, _ values: [String: String] = [:]) -> String {
  TextCatalogue.commands.filled(key, values)
}
