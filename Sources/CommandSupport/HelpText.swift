package import ArgumentParser

extension CommandConfiguration {
  /// Creates the configuration of a command with a discussion by `HelpText`.
  package init(
    _ name: String, _ abstract: String, _ text: String = "", examples: [String],
    status: String? = nil, subcommands: [any ParsableCommand.Type] = [], aliases: [String] = []
  ) {
    self.init(
      commandName: name, abstract: abstract,
      discussion: HelpText.discussion(text, examples: examples, status: status),
      subcommands: subcommands, aliases: aliases)
  }
}

/// Parts of help texts that all commands share.
package enum HelpText {
  /// Returns the discussion of a command: the text, the examples and the exit statuses.
  /// - Parameter status: The meaning of exit statuses that differ from the table of the program.
  package static func discussion(
    _ text: String = "", examples: [String], status: String? = nil
  ) -> String {
    let list = examples.map { "  \(continued($0))" }.joined(separator: "\n")
    let place =
      "Exit status: " + (status.map { $0 + " Others: " } ?? "") + "see `sagevoice --help`."
    return [text, "EXAMPLES:\n" + list, place].filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// Columns of an example, without the indent and the backslash of a continued line.
  private static let exampleColumns = 76

  /// Breaks a long example before an option, with a backslash as in a shell.
  private static func continued(_ example: String) -> String {
    guard example.utf8.count > exampleColumns else { return example }
    var lines = [""]
    for (index, part) in example.replacing(" -", with: "\n-").split(separator: "\n").enumerated() {
      let last = lines[lines.count - 1]
      if index > 0 && last.count + 1 + part.count > exampleColumns {
        lines.append("    " + part)
      } else {
        lines[lines.count - 1] = index == 0 ? String(part) : last + " " + part
      }
    }
    return lines.joined(separator: " \\\n  ")
  }

  package static var exitStatuses: String {
    let rows = ExitStatus.allCases.map { status in
      let number = String(status.rawValue)
      return "  " + number + String(repeating: " ", count: 5 - number.count) + status.meaning
    }
    return "EXIT STATUS:\n" + rows.joined(separator: "\n")
  }

  /// Titles of option groups.
  package enum Title {
    package static let input = "Input options"
    package static let analysis = "Analysis options"
    package static let segment = "Segment options"
    package static let comparison = "Comparison options"
    package static let output = "Output options"
    package static let page = "Page options"
    package static let store = "Store options"
    package static let database = "Database options"
    package static let person = "Person options"
    package static let audit = "Audit options"
  }
}
