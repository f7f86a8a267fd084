// Counts and levels in the text format of Prometheus, version 0.0.4.

/// A family of samples that have a name.
package struct Metric: Sendable {
  /// What a sample is.
  package enum Kind: String, Sendable {
    /// What only grows, since the start of the program.
    case counter
    case gauge
  }

  /// A value, and what tells it from the others of its family.
  package struct Sample: Sendable {
    var label: (name: String, value: String)?
    var value: Double

    package init(label: (name: String, value: String)? = nil, value: Double) {
      (self.label, self.value) = (label, value)
    }
  }

  /// With its unit, and `_total` at the end of a counter's.
  let name: String
  let help: String
  let kind: Kind
  let samples: [Sample]

  /// A family.
  package init(_ name: String, _ help: String, _ kind: Kind, _ samples: [Sample]) {
    self.name = "sagevoice_" + name
    self.help = help
    self.kind = kind
    self.samples = samples
  }

  /// A family of one sample.
  package init(_ name: String, _ help: String, _ kind: Kind, _ value: Double) {
    self.init(name, help, kind, [Sample(value: value)])
  }

  /// A family with a sample for each of some words: 1 for the one that is so, 0 for the others.
  package init(
    _ name: String, _ help: String, _ label: String, _ words: [String], isSo: String?
  ) {
    self.init(
      name, help, .gauge,
      words.map { Sample(label: (label, $0), value: $0 == isSo ? 1 : 0) })
  }

  /// Its lines; none where there is nothing to say.
  package var text: String {
    guard !samples.isEmpty else { return "" }
    let head = "# HELP \(name) \(Self.escaped(help))\n# TYPE \(name) \(kind.rawValue)\n"
    return samples.reduce(into: head) { text, sample in
      let label = sample.label.map { "{\($0.name)=\"\(Self.escaped($0.value, "\""))\"}" } ?? ""
      text += "\(name)\(label) \(Self.number(sample.value))\n"
    }
  }

  private static func escaped(_ text: String, _ quote: Character? = nil) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "\n": escaped += "\\n"
      case "\\", quote: escaped += "\\" + String(character)
      default: escaped.append(character)
      }
    }
  }

  private static func number(_ value: Double) -> String {
    Int(exactly: value).map(String.init) ?? "\(value)"
  }
}
