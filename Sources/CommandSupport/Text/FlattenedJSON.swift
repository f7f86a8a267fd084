package import VoiceTypes

/// JSON values as lines of text for readers.
package enum FlattenedJSON {
  /// Returns a `path: value` line for each leaf value.
  package static func text(of json: JSONValue) -> String { lines(of: json, at: "").joined() }

  private static func lines(of json: JSONValue, at path: String) -> [String] {
    switch json {
    case .object(let members) where !members.isEmpty:
      members.flatMap { lines(of: $0.value, at: path.isEmpty ? $0.key : "\(path).\($0.key)") }
    case .array(let elements) where !elements.isEmpty:
      elements.enumerated().flatMap { lines(of: $0.element, at: "\(path)[\($0.offset)]") }
    case .string(let text): ["\(path): \(text)".printable + "\n"]
    default: ["\(path.printable): \(json.text(.compact))\n"]
    }
  }
}
