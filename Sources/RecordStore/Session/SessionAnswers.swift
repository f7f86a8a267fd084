package import VoiceTypes

/// What was told of a recording, as a session keeps it.
package enum SessionAnswers {
  /// The name and number of the format.
  static let schema = "sagevoice/answers/1"

  /// The document that holds what was given.
  package static func json(given: JSONValue) -> JSONValue {
    ["schema": .string(schema), "given": given]
  }
}
