package import RecordStore
internal import VoiceTypes

extension RecordStore {
  /// The history of the store, one JSON object per line.
  /// - Parameter sessions: Whether it includes the lines about changes of sessions.
  package func historyText(sessions: Bool = false) throws -> String {
    try tenantLines().filter { sessions || $0.action != "session" }.map { line in
      let json: JSONValue = [
        "actor": .string(line.actor ?? line.login), "action": .string(line.action),
        "field": .optional(line.field),
      ]
      return json.text(.compact) + "\n"
    }.joined()
  }
}
