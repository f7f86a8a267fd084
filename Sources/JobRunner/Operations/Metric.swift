// Metrics in the text format of Prometheus, version 0.0.4.

internal import RecordStore

/// Family of samples.
package struct Metric: Sendable {
  package enum Kind: String, Sendable {
    /// Count since the start of the program.
    case counter
    case gauge
  }

  package struct Sample: Sendable {
    var label: (name: String, value: String)?
    var value: Double

    package init(label: (name: String, value: String)? = nil, value: Double) {
      (self.label, self.value) = (label, value)
    }
  }

  /// Name with the unit, and `_total` at the end for a counter.
  let name: String
  let help: String
  let kind: Kind
  let samples: [Sample]

  package init(_ name: String, _ help: String, _ kind: Kind, _ samples: [Sample]) {
    self.name = "sagevoice_" + name
    self.help = help
    self.kind = kind
    self.samples = samples
  }

  /// Creates a family of one sample.
  package init(_ name: String, _ help: String, _ kind: Kind, _ value: Double) {
    self.init(name, help, kind, [Sample(value: value)])
  }

  /// Creates a family with one sample per word: 1 for the current one, 0 for the others.
  package init(
    _ name: String, _ help: String, _ label: String, _ words: [String], isSo: String?
  ) {
    self.init(
      name, help, .gauge,
      words.map { Sample(label: (label, $0), value: $0 == isSo ? 1 : 0) })
  }

  /// Lines of the family; empty without samples.
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

  /// Replaces a file for the textfile collector of the node exporter, which runs as another user:
  /// everybody may read it. The temporary name does not end in `.prom`, so the collector ignores it.
  /// - Returns: false after a fault.
  package static func write(_ text: [UInt8], to path: String) -> Bool {
    let files = POSIXFileSystem.readableByAll
    return (try? files.replace(path, with: text, durability: .eventual)) != nil
  }
}
