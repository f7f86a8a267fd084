import VoiceReport
package import VoiceTypes

/// JSON values as labelled lines for people, with units and local times. Members without a value
/// have no line.
package enum LabelledText {
  /// Maximum line width.
  package static let columns = 100

  private static let step = "  "

  private static let units = [
    ("_percent", "%"), ("_semitones", "semitones"), ("_cents", "cents"), ("_bytes", "bytes"),
    ("_days", "days"),
    ("_hz", "Hz"), ("_db", "dB"), ("_ms", "ms"), ("_us", "µs"), ("_s", "s"),
  ]

  private static let spellings = [
    "id": "ID", "pid": "PID", "f0": "F0", "f1": "F1", "f2": "F2", "f3": "F3", "hnr": "HNR",
    "nhr": "NHR", "cpps": "CPPS", "gne": "GNE", "rap": "RAP", "ppq5": "PPQ5", "ddp": "DDP",
    "apq3": "APQ3", "apq5": "APQ5", "apq11": "APQ11", "dda": "DDA", "ltas": "LTAS", "h1": "H1",
    "h2": "H2", "sd": "SD", "ac": "AC", "sha256": "SHA-256", "avqi": "AVQI", "ci95": "95 % CI",
    "json": "JSON", "csv": "CSV", "cpu": "CPU",
  ]

  /// Labels of keys that would not explain themselves.
  private static let labels = [
    "kept_at": "Stored at", "failed_at": "Refused at", "lies_at": "Location",
    "next_due": "Next recording due",
  ]

  package static func text(of json: JSONValue) -> String { lines(of: json).report }

  /// Returns lines of labels and values, with aligned values.
  package static func lines(
    _ rows: [(label: String, value: String)], indent: String = ""
  ) -> [String] {
    let width = (rows.map(\.label.count).max() ?? 0) + 1
    return rows.flatMap { label, value in
      let head = indent + label + ":" + String(repeating: " ", count: width - label.count)
      return wrapped(value, head: head)
    }
  }

  package static func lines(of json: JSONValue, indent: String = "") -> [String] {
    switch json {
    case .object(let all):
      let members = all.filter { !isEmpty($0.value) }
      let rows: [(label: String, value: String)] = members.compactMap { member in
        scalar(member.value, key: member.key).map { (label(of: member.key), $0) }
      }
      return lines(rows, indent: indent)
        + members.filter { scalar($0.value, key: $0.key) == nil }.flatMap { member in
          [indent + label(of: member.key)] + lines(of: member.value, indent: indent + step)
        }
    case .array(let elements):
      return elements.flatMap { element -> [String] in
        let inner = lines(of: element, indent: indent + step)
        guard let first = inner.first else { return [] }
        return [indent + "- " + first.dropFirst(indent.count + step.count)] + inner.dropFirst()
      }
    default: return wrapped(scalar(json, key: "") ?? "", head: indent)
    }
  }

  /// Whether a value is null, or an object or a list without values.
  private static func isEmpty(_ json: JSONValue) -> Bool {
    switch json {
    case .null: true
    case .object(let members): members.allSatisfy { isEmpty($0.value) }
    case .array(let elements): elements.allSatisfy(isEmpty)
    default: false
    }
  }

  /// Returns the text of a simple value; nil for an object and for a list of objects or lists.
  private static func scalar(_ json: JSONValue, key: String) -> String? {
    switch json {
    case .null: return "none"
    case .bool(let value): return value ? "yes" : "no"
    case .string(let text):
      let state = key == "state" ? TextCatalogue.commands["state.\(text)", .english] : nil
      return state ?? LocalTime.text(of: text) ?? text.printable
    case .object: return nil
    case .array(let elements):
      let texts = elements.compactMap { element -> String? in
        if case .object = element { return nil }
        if case .array = element { return nil }
        return scalar(element, key: "")
      }
      guard texts.count == elements.count else { return nil }
      return texts.joined(separator: ", ") + unit(of: key)
    case .int(let number): return String(number) + unit(of: key)
    case .number(let number): return NumberFormat.significant(number) + unit(of: key)
    }
  }

  private static func unit(of key: String) -> String {
    units.first { key.hasSuffix($0.0) }.map { " \($0.1)" } ?? ""
  }

  /// Returns the key in sentence case, without its unit.
  private static func label(of key: String) -> String {
    if let label = labels[key] { return label }
    let suffix = units.first { key.hasSuffix($0.0) && key.count > $0.0.count }?.0 ?? ""
    // A key with a dot is a measure; its group stays.
    let words = key.dropLast(suffix.count).split { $0 == "_" || $0 == "." }.map(String.init)
    let text = words.map { spellings[$0] ?? $0 }.joined(separator: " ").printable
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  /// Wraps a value after its label; further lines are indented like the value.
  private static func wrapped(_ value: String, head: String) -> [String] {
    var lines = [head]
    var isEmpty = true
    for word in value.split(separator: " ") {
      if !isEmpty, lines[lines.count - 1].count + 1 + word.count > columns {
        lines.append(String(repeating: " ", count: head.count))
        isEmpty = true
      }
      lines[lines.count - 1] += isEmpty ? String(word) : " \(word)"
      isEmpty = false
    }
    return lines
  }
}
